/** Runs the screen of a live game: connects table, selection, board, lesson and layout. */

import type { ProcedureView, UnitView } from "../api";
import type { BoardEvents, Overlay } from "../board";
import { shadedHexes } from "../game/shading";
import { BoardInput } from "../selection/boardInput";
import { endOf, sameUnits } from "../selection/orders";
import { routeOf } from "../selection/routes";
import { Selection } from "../selection/selection.svelte";
import { type GameData, gameData, hasSecrets } from "../state/library.svelte";
import { settings } from "../state/settings.svelte";
import { savedGames } from "../state/savedGames.svelte";
import { play } from "../state/sounds";
import { moment, phaseTitle } from "../text/wording";
import { Drill } from "../tutorial/drill.svelte";
import { Lesson } from "../tutorial/lesson.svelte";
import { Animator } from "./animator.svelte";
import type { GameContext } from "./context";
import { openingHexes } from "./opening";
import { Director } from "./director.svelte";
import { Layout } from "./layout.svelte";
import { Table } from "./table.svelte";
import { ToastState } from "./toast.svelte";
import { Plan } from "../plan/plan.svelte";
import { Study } from "../plan/study.svelte";
import { browserNotify } from "../state/browserNotify.svelte";
import { orders } from "../text/messages/orders";
import { words } from "../text/messages/wording";
import { match } from "../text/messages/match";
import { RecapControl } from "../recap/control";

/** Pixels of the map that the briefing covers, beside the panel. */
const BRIEFING = 190;
/** Maximum number of objectives framed for the briefing; if there are more, it frames the player's front. */
const FEW_GOALS = 16;

/** An attack is decided within so many orders of its declaration. */
const EARLIER = 16;

interface Hit { hex?: string; unit?: string }

export class GameController implements GameContext {
  readonly layout = new Layout();
  readonly toast = new ToastState();
  readonly table: Table;
  readonly selection: Selection;
  readonly lesson: Lesson | null;
  readonly recap: RecapControl;
  /** The drill that the scenario is, if it is one. */
  drill = $state.raw<Drill | null>(null);
  readonly plan: Plan;
  readonly study: Study;
  private readonly input: BoardInput;
  private readonly animator: Animator;
  readonly director = new Director(this.layout, () => this.table.log.slice(-EARLIER).flatMap(({ events }) => events));
  private cursor = "";
  private loadedScenario = "";
  private shownPhase = "";
  private shownQuestion = "";
  private announced: object | null = null;
  /** Null until the game has been seen once: a game opened when over shows no result by itself. */
  private wasOver: boolean | null = null;

  constructor(private readonly game: string, watch: boolean) {
    const { layout } = this;
    const saved = watch ? undefined : savedGames.find(game);
    const seats = saved?.lesson ? Lesson.mine(saved.lesson, saved.seats) : { ...(saved?.seats ?? {}) };
    this.table = new Table(game, seats, () => hasSecrets(layout.data) && !savedGames.find(game)?.alone);
    this.selection = new Selection(this.table, () => this.units, () => layout.data?.game.verbs ?? {}, this.toast);
    this.recap = new RecapControl(game, this.table, layout);
    this.plan = new Plan(game, () => this.table.side);
    this.study = new Study(game, this.table, this.toast);
    this.input = new BoardInput(this.selection);
    this.animator = new Animator(layout, (side) => this.table.isOwn(side), this.director);
    this.table.animate = this.animator.show;
    this.table.stopShowing = () => this.director.skip();
    this.lesson = saved?.lesson ? new Lesson(saved.lesson, { ...saved.seats }, saved.step ?? 0, this.table, this.selection, layout) : null;
  }

  readonly unitsById = $derived.by(() => new Map(this.table.now?.view.units.map((unit): [string, UnitView] => [unit.id, unit]) ?? []));

  get units(): ReadonlyMap<string, UnitView> {
    return this.unitsById;
  }

  /** The hex that keys act on. */
  get cursorHex(): string {
    return this.cursor || this.layout.hex;
  }

  /** The stages of the order whose odds are shown, or of what is under way. */
  readonly procedure = $derived.by((): ProcedureView | null => {
    const { attack, preview } = this.selection;
    if (!attack || !preview?.stages.length) return this.table.now?.view.procedure ?? null;
    return { title: preview.title, side: this.table.side, stages: preview.stages, current: -1, units: attack.units, hex: attack.target || endOf(attack) };
  });

  /** How many counters each of the player's own counters carries, those that can act and those that cannot. */
  private readonly loads = $derived.by(() => {
    const found = new Map<string, [number, number]>();
    for (const { aboard, side, flags } of this.units.values()) {
      if (!aboard || side !== this.table.side) continue;
      const load = found.get(aboard) ?? [0, 0];
      load[flags?.includes("inactive") ? 1 : 0] += 1;
      found.set(aboard, load);
    }
    return [...found].flatMap(([host, [up, down]]) => {
      const hex = this.units.get(host)?.at;
      return hex ? [{ hex, text: down ? `${up}+${down}` : String(up) }] : [];
    });
  });

  readonly overlay = $derived.by((): Overlay => {
    const { table, layout, lesson, procedure } = this;
    const base: Overlay = table.decision ? this.selection.overlay : {};
    // off-map units have no hex: the first stage says where they enter
    const from = [...new Set([...(procedure?.units.flatMap((id) => this.units.get(id)?.at ?? []) ?? []), procedure?.stages[0]?.hex ?? ""])];
    const routes = procedure?.hex ? [routeOf(procedure.stages, from, procedure.hex, table.side)] : [];
    const shown = { ...base, arrows: routes.length ? [] : base.arrows ?? [] };
    const arrows = [...shown.arrows, ...this.animator.arrows, ...this.study.arrows((id) => this.units.get(id)?.at)];
    return {
      ...shown,
      arrows,
      ...(routes.length ? { routes } : {}),
      ...(this.loads.length ? { notes: this.loads } : {}),
      ...(layout.outlines.length ? { outlines: layout.outlines } : {}),
      ...(layout.shadedHexes.length ? { hatch: layout.shadedHexes } : {}),
      ...(layout.showObjectives && table.now ? { objectives: table.now.view.objectives } : {}),
      ...(this.drill && table.decision ? { plates: this.drill.goals.map((hex) => ({ hex, name: layout.place(hex) })) } : {}),
      ...(layout.dialog === "briefing" && table.now ? { plates: table.now.view.objectives } : {}),
      ...this.plan.overlay(layout.side(table.side).colour),
      ...this.recap.state.overlay,
      ...(lesson?.marks ? { choices: [...(base.choices ?? []), ...lesson.marks] } : {}),
    };
  });

  readonly events: BoardEvents = {
    hover: (hit) => this.input.hover(hit?.hex),
    pick: (hit, how) => void this.pick(hit, how.add),
    drop: (units, hex) => void this.input.drop(units, hex),
    context: (hit) => void this.explain(hit),
    cursor: (hex) => {
      this.layout.hex = this.cursor = hex;
      this.input.hover(hex);
    },
    moved: () => void (this.layout.seen += 1),
  };

  private async pick({ hex, unit }: Hit, add: boolean): Promise<void> {
    const { layout, selection } = this;
    if (hex) layout.hex = this.cursor = hex;
    if (this.plan.drawing) return hex ? this.plan.pick(hex) : undefined;
    const meant = await this.input.click(hex, unit, add);
    if (selection.attack) layout.show("orders");
    else if (selection.selected.length) layout.tab = "orders";
    else if (!meant && hex && unit) layout.tab = "units";
  }

  /** Say why the selected units cannot do anything about a hex. */
  private async explain({ hex }: Hit): Promise<void> {
    if (!hex) return;
    this.layout.hex = hex;
    if (!this.table.spectator && !this.table.now?.over) await this.selection.why(this.selection.selected, hex);
  }

  async undo(): Promise<void> {
    if (!this.table.now?.can_undo) return;
    try {
      await this.table.undo();
    } catch (error) {
      this.toast.tell(error);
    }
  }

  /** One player plays all sides: do not hide the board between turns. */
  playAlone(): void {
    savedGames.put(this.game, { alone: true });
    this.table.confirmHandover();
  }

  close(): void {
    this.table.close();
  }

  // -- following the game -------------------------------------------------------------------------

  /** Follow the table: called whenever the game, the decision or the handover has changed. */
  follow(): void {
    if (this.table.handover) this.hide();
    this.layout.asked = this.table.decision?.kind ?? "";
    this.loadData();
    this.save();
    void this.selection.refresh();
    this.lesson?.follow();
    this.showDecision();
    this.announce();
    if (this.lesson) return;
    this.brief();
    this.recap.follow();
  }

  /** A game begins with its briefing, once for each side. */
  private brief(): void {
    const { table, layout } = this;
    const { now, side } = table;
    const saved = savedGames.find(this.game);
    if (!now || !layout.data?.scenario.briefing || !layout.board || !side || !saved || table.handover || !settings.values.briefing) return;
    if (saved.briefed?.includes(side)) return;
    savedGames.put(this.game, { briefed: [...(saved.briefed ?? []), side] });
    if (now.over || table.log.some((played) => played.side === side)) return;
    layout.dialog = "briefing";
    const goals = now.view.objectives.map(({ hex }) => hex);
    if (goals.length && !layout.narrow.current) layout.board.frame(goals.length > FEW_GOALS ? this.opening() : [...goals, ...this.opening()], { right: BRIEFING });
  }

  /** The hexes that the board frames when it opens. */
  readonly opening = (): string[] => {
    const { table, layout } = this;
    const view = table.now?.view;
    return view ? openingHexes({ units: view.units, objectives: view.objectives, side: table.side, centre: (hex) => layout.centre(hex) }) : [];
  };

  /** Nothing that one player selected, read or looked at is left for the next. */
  private hide(): void {
    if (this.plan.drawing) this.plan.toggle();
    this.study.close();
    this.layout.reset();
    this.recap.state.close();
    this.director.reset();
    this.selection.clear();
    this.cursor = "";
  }

  private loadData(): void {
    const scenario = this.table.now?.scenario ?? "";
    if (!scenario || scenario === this.loadedScenario) return;
    this.loadedScenario = scenario;
    gameData(scenario).then(
      (data) => {
        this.layout.data = data;
        if (data.scenario.steps.length && !this.table.spectator) this.startDrill(data);
        this.table.assignSeat();
        this.save();
      },
      (error: Error) => (this.table.failure = error.message),
    );
  }

  private startDrill({ scenario, board }: GameData): void {
    const drill = new Drill(this.game, Drill.steps(scenario.steps, board.lesson_orders));
    this.drill = drill;
    this.selection.given = (order) => drill.note(order);
  }

  /** Keep what the lobby shows of this game. */
  private save(): void {
    const { now, seats } = this.table;
    const { data } = this.layout;
    if (!now || !data || !Object.values(seats).some(Boolean)) return;
    savedGames.put(this.game, {
      scenario: now.scenario, title: `${data.game.title}: ${data.scenario.title}`, name: now.name, over: now.over,
      turn: now.over ? (now.view.result?.title ?? words.over) : moment(now.view, phaseTitle(now.view, data.scenario.sides)),
    });
  }

  /** Bring the hexes of a question into view when it opens. At the start of a phase, bring units that can act into view; not when
   *  the game is opened. */
  private showDecision(): void {
    const { now, decision } = this.table;
    const asked = decision ? `${decision.side} ${decision.kind} ${decision.hexes.join(" ")}` : "";
    if (asked !== this.shownQuestion && this.layout.board) {
      this.shownQuestion = asked;
      this.layout.showAnyOf(decision?.hexes ?? []);
    }
    const phase = decision?.must && now ? `${now.view.turn} ${now.view.phase} ${decision.side}` : "";
    if (!phase || phase === this.shownPhase || !this.layout.board) return;
    const opening = this.shownPhase === "";
    this.shownPhase = phase;
    const hexes = (decision?.actors ?? []).flatMap((id) => this.units.get(id)?.at ?? []).filter((at) => this.layout.hexes.has(at));
    if (!opening) this.layout.showAnyOf(hexes);
  }

  /** Sound when it is the player's move, and the result when the game ends. */
  private announce(): void {
    const { now, decision, showing } = this.table;
    if (decision?.must && decision !== this.announced) {
      play("yours");
      browserNotify.tell(match.yourMove, match.yourMoveIn(this.layout.data?.game.title ?? ""), this.table.game);
    }
    this.announced = decision;
    if (!now || showing) return;
    if (now.over && this.wasOver === false) this.layout.dialog = "result";
    this.wasOver = now.over;
  }

  /** Bring a destination into view while the selected unit is off the map. */
  showDestinations(): void {
    const { selection, layout } = this;
    const offMap = selection.selected.some((id) => !layout.hexes.has(this.units.get(id)?.at ?? ""));
    const hexes = [...selection.destinations.keys(), ...(selection.overlay.targets ?? [])];
    if (offMap && !selection.attack) layout.showAnyOf(hexes);
  }

  /** Load the ranges of the selected units, in games that have some. */
  async showRanges(): Promise<void> {
    const { layout, table, selection } = this;
    const titles = layout.data?.game.ranges ?? {};
    const units = [...(selection.attack?.units ?? selection.selected)];
    if (!Object.keys(titles).length || !units.length) return void (layout.outlines = []);
    const { ranges } = await table.ask("range", { units }).catch(() => ({ ranges: {} }));
    if (!sameUnits(units, selection.attack?.units ?? selection.selected)) return;
    layout.outlines = Object.entries(ranges).map(([name, hexes]) => ({ title: titles[name] ?? name, hexes }));
  }

  /** Load the hexes to shade. */
  async shade(): Promise<void> {
    const { layout, table, toast } = this;
    const { shading, sides } = layout;
    if (!shading || !table.now || !layout.data) return void (layout.shadedHexes = []);
    try {
      const found = await shadedHexes(table, shading, table.side, sides);
      if (layout.shading !== shading) return;
      layout.shadedHexes = found;
      if (!found.some((one) => one.hexes.length)) toast.say(orders.noHexes);
    } catch (error) {
      toast.tell(error);
    }
  }
}
