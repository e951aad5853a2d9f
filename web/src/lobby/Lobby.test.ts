import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../api";
import { CATALOGUE } from "../game/testGame";
import { savedGames } from "../state/savedGames.svelte";
import Lobby from "./Lobby.svelte";

beforeEach(() => {
  vi.spyOn(api, "catalogue").mockResolvedValue(CATALOGUE);
  vi.spyOn(api, "board").mockRejectedValue(new Error("no picture here"));
  for (const { game } of [...savedGames.games]) savedGames.remove(game);
});

it("lists the games with their scenarios and sides", async () => {
  render(Lobby);
  const card = await screen.findByRole("link", { name: /Duel/ });
  expect(card.getAttribute("href")).toBe("#/new/duel");
  expect(card.textContent).toContain("2 scenarios · Red vs Blue");
});

it("leads to a lesson, a game with the computer and one with a friend", () => {
  render(Lobby);
  const links = ["Learn", "Play the computer", "Play a friend"].map((name) => screen.getByRole("link", { name: new RegExp(`^${name}`) }).getAttribute("href"));
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
