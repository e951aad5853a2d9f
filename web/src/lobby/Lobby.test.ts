import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { api, type ListedGame } from "../api";
import { CATALOGUE } from "../game/testGame";
import { savedGames } from "../state/savedGames.svelte";
import Lobby from "./Lobby.svelte";

beforeEach(() => {
  vi.spyOn(api, "catalogue").mockResolvedValue(CATALOGUE);
  vi.spyOn(api, "board").mockRejectedValue(new Error("no picture here"));
  vi.spyOn(api, "lists").mockResolvedValue({ open: [], watch: [] });
  location.hash = "";
  for (const { game } of [...savedGames.games]) savedGames.remove(game);
});

it("lists the games with their scenarios and sides", async () => {
  render(Lobby);
  const card = await screen.findByRole("link", { name: /Duel/ });
  expect(card.getAttribute("href")).toBe("#/new/duel");
  expect(card.textContent).toContain("2 scenarios · Red vs Blue");
});

const LISTED: ListedGame = {
  game: "g9", scenario: "duel/siege", name: "", number: 3, created: 1, updated: 1, open: ["blue"], rated: true, clock: { kind: "days", start: 172_800, increment: 0 },
  players: { red: "ada" }, ratings: { red: 1612 },
};

it("lists open games, and joins one", async () => {
  vi.spyOn(api, "lists").mockResolvedValue({ open: [LISTED], watch: [] });
  const join = vi.spyOn(api, "join").mockResolvedValue({ side: "blue", secret: "new-secret" });
  render(Lobby);
  expect(await screen.findByText("ada 1612, 2 days per move, Rated")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Join Duel: Siege as Blue" }));
  expect(join).toHaveBeenCalledWith("g9", "blue");
  expect(savedGames.find("g9")?.seats).toEqual({ blue: "new-secret" });
  expect(location.hash).toBe("#/game/g9");
});

it("says why a game could not be joined, and loads the lists again", async () => {
  const lists = vi.spyOn(api, "lists").mockClear().mockResolvedValue({ open: [LISTED], watch: [] });
  vi.spyOn(api, "join").mockRejectedValue(new Error("This seat has been taken"));
  render(Lobby);
  await userEvent.click(await screen.findByRole("button", { name: /^Join/ }));
  expect((await screen.findByRole("alert")).textContent).toBe("This seat has been taken");
  expect(lists).toHaveBeenCalledTimes(2);
});

it("lists games to watch", async () => {
  vi.spyOn(api, "lists").mockResolvedValue({ open: [], watch: [{ ...LISTED, open: [], players: { red: "ada", blue: "" } }] });
  render(Lobby);
  expect((await screen.findByRole("link", { name: "Watch Duel: Siege" })).getAttribute("href")).toBe("#/watch/g9");
  expect(screen.getByText("ada 1612 against guest")).toBeTruthy();
});

it("finds games by name", async () => {
  savedGames.put("g1", { scenario: "duel/meeting", title: "Duel: Meeting", name: "Sunday", seats: { red: "secret" } });
  savedGames.put("g2", { scenario: "duel/siege", title: "Duel: Siege", seats: { red: "secret" } });
  render(Lobby);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search your games" }), "sund");
  expect(screen.getByText("Sunday")).toBeTruthy();
  expect(screen.queryByText("Duel: Siege")).toBeNull();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search your games" }), "xx");
  expect(screen.getByText("No matching games.")).toBeTruthy();
});

it("leads to a lesson, a game with the computer and one with a friend", () => {
  render(Lobby);
  const links = ["Learn", "Play the computer", "Play a friend"].map((name) => screen.getAllByRole("link", { name: new RegExp(`^${name}`) }).at(-1)?.getAttribute("href"));
  expect(links).toEqual(["#/learn/first-steps", "#/new", "#/new/friend"]);
});

it("continues a game of this browser, and removes it from the list", async () => {
  savedGames.put("g1", { scenario: "duel/meeting", title: "Duel: Meeting", seats: { red: "secret" }, turn: "turn 2 of 4, movement", over: true });
  render(Lobby);
  const game = screen.getByRole("link", { name: /Duel: Meeting/ });
  expect(game.getAttribute("href")).toBe("#/replay/g1");
  expect(game.textContent).toContain("finished, watch replay");
  await userEvent.click(screen.getByRole("button", { name: "✕ Remove Duel: Meeting" }));
  expect(savedGames.find("g1")).toBeUndefined();
});

it("opens the dialog for a record", async () => {
  render(Lobby);
  await userEvent.click(screen.getByRole("button", { name: "Resume a record" }));
  expect(screen.getByRole("dialog", { name: "Resume a record" })).toBeTruthy();
});
