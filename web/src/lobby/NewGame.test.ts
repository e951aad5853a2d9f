import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../api";
import { CATALOGUE } from "../game/testGame";
import { library } from "../state/library.svelte";
import { savedGames } from "../state/savedGames.svelte";
import NewGame from "./NewGame.svelte";

const newGame = vi.fn();
const SUGGESTED = CATALOGUE.levels.find((one) => one.default)!;

beforeEach(() => {
  newGame.mockReset().mockResolvedValue({ game: "g1", seats: { red: "secret-red", blue: "secret-blue" }, commitment: "" });
  vi.spyOn(api, "catalogue").mockResolvedValue(CATALOGUE);
  vi.spyOn(api, "board").mockRejectedValue(new Error("no picture here"));
  vi.spyOn(api, "newGame").mockImplementation(newGame);
  vi.spyOn(api, "lists").mockResolvedValue({ open: [], watch: [] });
  vi.spyOn(api, "address").mockResolvedValue({ url: "http://localhost:8421", reachable: false });
  location.hash = "";
});

const choose = async (name: string | RegExp) => userEvent.click(await screen.findByRole("radio", { name }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const human = { kind: "human", level: "" };

it("proposes to play the first side against the suggested level", async () => {
  render(NewGame, { game: "", scenario: "" });
  await press("Start game");
  expect(newGame).toHaveBeenCalledWith({ scenario: "duel/meeting", options: {}, name: "", players: { red: human, blue: { kind: "computer", level: SUGGESTED.id } } });
  expect(location.hash).toBe("#/game/g1");
});

it("asks for the chosen scenario, side, level, options and name", async () => {
  render(NewGame, { game: "duel", scenario: "" });
  await choose("Play the Blue side");
  await choose(new RegExp(`^${CATALOGUE.levels[0]!.title}`));
  await press(/^Options/);
  await userEvent.click(screen.getByRole("checkbox", { name: /Fog of war/ }));
  await userEvent.type(screen.getByRole("textbox", { name: /Game name/ }), "Sunday");
  await press("Close");
  await press("Start game");
  expect(newGame).toHaveBeenCalledWith({
    scenario: "duel/meeting", options: { fog: true }, name: "Sunday", players: { red: { kind: "computer", level: CATALOGUE.levels[0]!.id }, blue: human },
  });
});

it("offers levels by their titles", async () => {
  render(NewGame, { game: "duel", scenario: "" });
  const levels = within(await screen.findByRole("radiogroup", { name: "Level" })).getAllByRole("radio");
  expect(levels).toHaveLength(CATALOGUE.levels.length);
});

it("leaves out options that the scenario does not have", async () => {
  render(NewGame, { game: "duel", scenario: "" });
  await press(/^Options/);
  await userEvent.click(screen.getByRole("checkbox", { name: /Fog of war/ }));
  await press("Close");
  expect(screen.getByRole("button", { name: "Options 1 changed" })).toBeTruthy();
  await choose(/^Siege/);
  await press("Start game");
  expect(newGame.mock.calls[0]?.[0]).toMatchObject({ scenario: "duel/siege", options: {} });
});

it("sets up a hot-seat game", async () => {
  render(NewGame, { game: "duel", scenario: "" });
  await choose("Both sides, hot seat");
  await press("Start game");
  expect(newGame.mock.calls[0]?.[0]).toMatchObject({ players: { red: human, blue: human } });
  expect(savedGames.find("g1")?.seats).toEqual({ red: "secret-red", blue: "secret-blue" });
});

it("offers the other side to anyone, with a clock", async () => {
  newGame.mockResolvedValue({ game: "g1", seats: { red: "secret-red" }, commitment: "" });
  render(NewGame, { game: "duel", scenario: "" });
  await press("Open game");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /Clock/ }), "3 days per move");
  await press("Start game");
  expect(newGame.mock.calls[0]?.[0]).toMatchObject({
    players: { red: human, blue: human }, match: { open: ["blue"], listed: true, rated: false, clock: { kind: "days", start: 259_200, increment: 0 } },
  });
  expect(location.hash).toBe("#/game/g1");
});

it("shows a friend's link, warns that only this computer can open it, and keeps the player's seat", async () => {
  render(NewGame, { game: "friend", scenario: "" });
  await press("Start game");
  const link = await screen.findByRole("textbox", { name: /Blue/ });
  expect((link as HTMLInputElement).value).toContain("#/seat/g1/secret-blue");
  expect(screen.getByRole("note").textContent).toContain("grognard serve --host 0.0.0.0");
  expect(savedGames.find("g1")).toMatchObject({ seats: { red: "secret-red" }, invites: { blue: "secret-blue" } });
  expect(location.hash).toBe("");
});

it("uses an address that others on the network can reach", async () => {
  vi.spyOn(api, "address").mockResolvedValue({ url: "http://192.168.1.5:8421", reachable: true });
  render(NewGame, { game: "friend", scenario: "" });
  await press("Start game");
  expect(await screen.findByText(/work on your local network/)).toBeTruthy();
  expect((screen.getByRole("textbox", { name: /Blue/ }) as HTMLInputElement).value).toMatch(/^http:\/\/192\.168\.1\.5:8421\/#\/seat/);
  expect(screen.queryByRole("note")).toBeNull();
});

it("says why a game could not be started", async () => {
  newGame.mockRejectedValue(new Error("Too many games."));
  render(NewGame, { game: "", scenario: "" });
  await userEvent.click(await screen.findByRole("button", { name: "Start game" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Too many games.");
});

it("offers the sides of the chosen scenario", async () => {
  const [game] = CATALOGUE.games;
  const own = [{ id: "north", title: "North", colour: "#008000", ink: "#ffffff" }, { id: "south", title: "South", colour: "#808000", ink: "#ffffff" }];
  const scenarios = game!.scenarios.map((one) => (one.name === "siege" ? { ...one, sides: own } : one));
  vi.spyOn(library, "catalogue").mockResolvedValueOnce({ ...CATALOGUE, games: [{ ...game!, scenarios }] });
  render(NewGame, { game: "duel", scenario: "" });
  await choose(/^Siege/);
  expect(screen.queryByRole("radio", { name: "Play the Red side" })).toBeNull();
  await choose("Play the South side");
  await press("Start game");
  expect(newGame.mock.calls[0]?.[0].players).toMatchObject({ north: { kind: "computer" }, south: human });
});
