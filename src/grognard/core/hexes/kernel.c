/* The floods of `cost_waves` and `trace` in C, with the same results. Knows no game.
 *
 * Hexes are numbers below `size`. A set of hexes has a bit for each, in `width` bytes, lowest first. Tables
 * have six entries for each hex, by direction: the neighbour (-1 beyond the edge) and the price of a step. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

enum { INTERFACE = 2, OFF = -1, BARRED = -1 };

typedef const uint8_t *Set;

static int has(Set set, int hex) { return set != NULL && set[hex >> 3] >> (hex & 7) & 1; }
static void add(uint8_t *set, int hex) { set[hex >> 3] |= (uint8_t)(1 << (hex & 7)); }

/* Must equal INTERFACE in kernel.py, or the library is not used. */
EXPORT int kernel_interface(void) { return INTERFACE; }

/* Fill a table with the prices of steps, BARRED where there is none. `entered` has six sets for each of
 * `count` prices, lowest price first: the hexes entered at this price in each direction. */
EXPORT void kernel_prices(const int32_t *neighbours, int size, int width, const int32_t *prices, Set entered,
                          int count, int32_t *table) {
    memset(table, 0xFF, (size_t)size * 6 * sizeof(int32_t)); /* BARRED */
    for (int row = 0; row < count * 6; row++, entered += width)
        for (int byte = 0; byte < width; byte++)
            for (int hex = byte * 8, left = entered[byte]; left; hex++, left >>= 1) {
                int way = row % 6, from = left & 1 ? neighbours[hex * 6 + (way + 3) % 6] : OFF;
                if (from != OFF && table[from * 6 + way] == BARRED) table[from * 6 + way] = prices[row / 6];
            }
}

/* What a flood depends on; see `Terms` in terms.py. `gates` are `gate_count` sets one after the other. */
typedef struct {
    const int32_t *neighbours, *prices;
    int size, width, start, budget;
    Set closed, halt, zone;
    int enter_zone, leave_zone;
    const int32_t *gate_prices;
    Set gates;
    int gate_count;
} Flood;

/* Hexes in the order of their visit, in lists by cost. */
typedef struct {
    int budget, count;
    int32_t *cost;  /* the lowest cost found of each hex */
    int32_t *first; /* the first entry of each cost */
    int32_t *next;  /* the entry after each */
    int32_t *hexes; /* the hex of each entry */
} Queue;

static void enter(Queue *queue, int hex, int cost) {
    if (cost > queue->budget || cost >= queue->cost[hex]) return;
    queue->cost[hex] = cost;
    queue->hexes[queue->count] = hex;
    queue->next[queue->count] = queue->first[cost];
    queue->first[cost] = queue->count++;
}

/* Return room for some numbers, NULL if there is none. It is used again by the next call: one call runs at a
 * time, as Python keeps its lock, and a large block would be slow to get each time. */
static int32_t *room_for(size_t count) {
    static int32_t *room = NULL;
    static size_t size = 0;
    if (count > size) {
        int32_t *larger = realloc(room, count * sizeof(int32_t));
        if (larger == NULL) return NULL;
        room = larger;
        size = count;
    }
    return room;
}

/* Find the lowest cost of every hex in reach. Return 0 if memory ran out. */
static int visit(const Flood *flood, Queue *queue) {
    /* A hex is entered once from each neighbour, through each gate, and as the start. */
    int size = flood->size, budget = flood->budget;
    size_t most = (size_t)size * (size_t)(6 + flood->gate_count) + 1;
    queue->budget = budget;
    queue->count = 0;
    queue->first = room_for(2 * most + (size_t)budget + 1 + (size_t)size);
    if (queue->first == NULL) return 0;
    queue->cost = queue->first + budget + 1;
    queue->next = queue->cost + size;
    queue->hexes = queue->next + most;
    memset(queue->first, 0xFF, (size_t)(budget + 1) * sizeof(int32_t)); /* OFF */
    memset(queue->cost, 0x7F, (size_t)size * sizeof(int32_t));          /* more than any budget */

    if (flood->start != OFF) enter(queue, flood->start, 0);
    for (int gate = 0; gate < flood->gate_count; gate++) {
        Set through = flood->gates + (size_t)gate * (size_t)flood->width;
        for (int hex = 0; hex < size; hex++)
            if (has(through, hex) && !has(flood->closed, hex))
                enter(queue, hex, flood->gate_prices[gate] + (has(flood->zone, hex) ? flood->enter_zone : 0));
    }
    for (int spent = 0; spent <= budget; spent++)
        for (int entry = queue->first[spent]; entry != OFF; entry = queue->next[entry]) {
            int here = queue->hexes[entry];
            if (queue->cost[here] != spent) continue; /* reached more cheaply since */
            if (has(flood->halt, here) && here != flood->start) continue;
            int base = spent + (has(flood->zone, here) ? flood->leave_zone : 0);
            for (int way = here * 6; way < here * 6 + 6; way++) {
                int to = flood->neighbours[way], price = flood->prices[way];
                if (price == BARRED || has(flood->closed, to)) continue;
                enter(queue, to, base + price + (has(flood->zone, to) ? flood->enter_zone : 0));
            }
        }
    return 1;
}

/* Add the hexes in reach to `all`, or to `waves` by their lowest cost. Return 0 if memory ran out. */
EXPORT int kernel_flood(const Flood *flood, uint8_t *all, uint8_t *waves) {
    Queue queue;
    if (!visit(flood, &queue)) return 0;
    for (int entry = 0; entry < queue.count; entry++) {
        int hex = queue.hexes[entry];
        if (all != NULL) add(all, hex);
        if (waves != NULL) add(waves + (size_t)queue.cost[hex] * (size_t)flood->width, hex);
    }
    return 1;
}

/* Write the hexes in reach to `hexes` and their lowest costs to `costs`, lowest cost first; return their
 * number, or -1 if memory ran out. */
EXPORT int kernel_costs(const Flood *flood, int32_t *hexes, int32_t *costs) {
    Queue queue;
    if (!visit(flood, &queue)) return -1;
    int count = 0;
    for (int spent = 0; spent <= flood->budget; spent++)
        for (int entry = queue.first[spent]; entry != OFF; entry = queue.next[entry]) {
            int here = queue.hexes[entry];
            if (queue.cost[here] != spent) continue;
            queue.cost[here] = -1; /* listed once */
            hexes[count] = here;
            costs[count++] = spent;
        }
    return count;
}

/* Return the hex before `here` on a cheapest path, where `*spent` is the cost to reach it without entering a
 * zone, and set it to the cost of that hex; OFF if there is none. */
static int step_back(const Flood *flood, const Queue *queue, int here, int *spent) {
    for (int back = 0; back < 6; back++) {
        int near = flood->neighbours[here * 6 + back];
        if (near == OFF || (has(flood->halt, near) && near != flood->start)) continue;
        int price = flood->prices[near * 6 + (back + 3) % 6];
        int before = *spent - price - (has(flood->zone, near) ? flood->leave_zone : 0);
        if (price == BARRED || before < 0 || queue->cost[near] != before) continue;
        *spent = before;
        return near;
    }
    return OFF;
}

/* Write a cheapest path to `path`, from the goal back to the start or gate; see `path_in_waves`. Return its
 * length, 0 if the goal is out of reach, or -1 if memory ran out. */
EXPORT int kernel_path(const Flood *flood, int goal, int32_t *path) {
    Queue queue;
    if (!visit(flood, &queue)) return -1;
    int length = 0, here = goal, spent = queue.cost[goal];
    if (spent > flood->budget) here = OFF;
    while (here != OFF && length < flood->size) {
        path[length++] = here;
        if (spent == 0) break;
        if (has(flood->zone, here)) spent -= flood->enter_zone;
        int entered = 0;
        for (int gate = 0; gate < flood->gate_count; gate++)
            entered |= flood->gate_prices[gate] == spent &&
                       has(flood->gates + (size_t)gate * (size_t)flood->width, here);
        if (entered) break;
        here = step_back(flood, &queue, here, &spent);
    }
    return length;
}

/* Add to `reached` all passable hexes within `limit` steps of those in it; see `trace`.
 * `barred` are six sets, by direction, or NULL. Return 0 if memory ran out. */
EXPORT int kernel_trace(const int32_t *neighbours, int size, int width, Set passable, Set barred, int limit,
                        uint8_t *reached) {
    int32_t *queue = room_for((size_t)size);
    if (queue == NULL) return 0;
    int end = 0;
    for (int hex = 0; hex < size; hex++)
        if (has(reached, hex)) queue[end++] = hex;
    for (int step = 0, begin = 0; step < limit && begin < end; step++)
        for (int layer = end; begin < layer; begin++) {
            int here = queue[begin];
            for (int way = 0; way < 6; way++) {
                int to = neighbours[here * 6 + way];
                if (to == OFF || !has(passable, to) || has(reached, to)) continue;
                if (barred != NULL && has(barred + (size_t)way * (size_t)width, here)) continue;
                add(reached, to);
                queue[end++] = to;
            }
        }
    return 1;
}
