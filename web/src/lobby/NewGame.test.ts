import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../api";
import { CATALOGUE } from "../game/testGame";
import { library } from "../state/library.svelte";
import { savedGames } from "../state/savedGames.svelte";
import NewGame from "./NewGame.svelte";

const newGame = vi.fn();

beforeEach(() => {
  newGame.mockReset().mockResolvedValue({ game: "g1", seats: { red: "secret-red", blue: "secret-blue" }, commitment: "" });
  vi.spyOn(api, "catalogue").mockResolvedValue(CATALOGUE);
  vi.spyOn(api, "board").mockRejectedValue(new Error("no picture here"));
  vi.spyOn(api, "newGame").mockImplementation(newGame);
  location.hash = "";
});

const side = (name: string) => within(screen.getByRole("radiogroup", { name }));

it("proposes to play the first side against the strongest computer", async () => {
  render(NewGame, { game: "", scenario: "" });
  await userEvent.click(await screen.findByRole("button", { name: "Start game" }));
  expect(newGame).toHaveBeenCalledWith({
    scenario: "duel/meeting", options: {}, name: "",
    players: { red: { kind: "human", level: "" }, blue: { kind: "computer", level: "search" } },
  });
  expect(location.hash).toBe("#/game/g1");
});

it("asks for the chosen scenario, options, players and name", async () => {
  render(NewGame, { game: "duel", scenario: "" });
  await userEvent.click(await screen.findByRole("checkbox", { name: /Fog of war/ }));
  await userEvent.click(side("Red").getByRole("radio", { name: "Computer: Greedy" }));
  await userEvent.click(side("Blue").getByRole("radio", { name: "Me" }));
  await userEvent.type(screen.getByRole("textbox", { name: /Game name/ }), "Sunday");
  await userEvent.click(screen.getByRole("button", { name: "Start game" }));
  expect(newGame).toHaveBeenCalledWith({
    scenario: "duel/meeting", options: { fog: true }, name: "Sunday",
    players: { red: { kind: "computer", level: "greedy" }, blue: { kind: "human", level: "" } },
  });
});

it("leaves out options that the scenario does not have", async () => {
  render(NewGame, { game: "duel", scenario: "" });
  await userEvent.click(await screen.findByRole("checkbox", { name: /Fog of war/ }));
  await userEvent.click(screen.getByRole("radio", { name: /Siege/ }));
  expect(screen.queryByRole("checkbox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Start game" }));
  expect(newGame.mock.calls[0]?.[0]).toMatchObject({ scenario: "duel/siege", options: {} });
});

it("shows a friend's link and keeps the own seat", async () => {
  render(NewGame, { game: "friend", scenario: "" });
  await userEvent.click(await screen.findByRole("button", { name: "Start game" }));
  const link = await screen.findByRole("textbox", { name: /Blue/ });
  expect((link as HTMLInputElement).value).toContain("#/seat/g1/secret-blue");
  expect(savedGames.find("g1")).toMatchObject({ seats: { red: "secret-red" }, invites: { blue: "secret-blue" } });
  expect(location.hash).toBe("");
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
  await userEvent.click(await screen.findByRole("radio", { name: /Siege/ }));
  expect(screen.queryByRole("radiogroup", { name: "Red" })).toBeNull();
  await userEvent.click(side("South").getByRole("radio", { name: "Me" }));
  await userEvent.click(screen.getByRole("button", { name: "Start game" }));
  expect(newGame.mock.calls[0]?.[0].players).toEqual({ north: { kind: "human", level: "" }, south: { kind: "human", level: "" } });
});
