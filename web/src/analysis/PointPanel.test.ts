import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Side } from "../api";
import ChanceChart from "./ChanceChart.svelte";
import LuckBars from "./LuckBars.svelte";
import PointPanel from "./PointPanel.svelte";
import { ANALYSIS } from "./testAnalysis";

const side = (id: string): Side => ({ id, title: id === "red" ? "Red" : "Blue", colour: "#aa0000", ink: "#ffffff" });

function panel(chosen: number) {
  const did = { onchoose: vi.fn(), onreplay: vi.fn(), oncontinue: vi.fn() };
  render(PointPanel, { found: ANALYSIS, chosen, mine: "red", then: null, side, title: (point) => `Turn ${point.turn}`, words: (order) => `${order.verb} ${order.target ?? ""}`, ...did });
  return did;
}

it("shows the order, the computer's order and what each was worth", async () => {
  const did = panel(0);
  expect(screen.getByText("attack 0303")).toBeTruthy();
  expect(screen.getByText("attack 0202")).toBeTruthy();
  expect(screen.getByText("it is weaker")).toBeTruthy();
  expect(screen.getByText("The order cost 9 points. The dice gave 20.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show in replay" }));
  expect(did.onreplay).toHaveBeenCalledWith(3);
  await userEvent.click(screen.getByRole("button", { name: "Continue from here" }));
  expect(did.oncontinue).toHaveBeenCalledWith(1);
  await userEvent.click(screen.getByRole("button", { name: "Next turning point" }));
  expect(did.onchoose).toHaveBeenCalledWith(1);
});

it("gives the chances of the side that ordered", () => {
  panel(1);
  expect(screen.getByText("Blue winning chances")).toBeTruthy();
  expect(screen.getByText("29")).toBeTruthy();
  expect(screen.getByText("20")).toBeTruthy();
});

it("chooses a turning point on the chart", async () => {
  const onchoose = vi.fn();
  render(ChanceChart, { found: ANALYSIS, mine: "blue", side, chosen: 0, labels: ["Essen", "Hanover"], onchoose });
  expect(screen.getByRole("img", { name: "Winning chances of the Blue side, from 50% at the start to 0% at the end" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Turning point 2 of 2: Hanover" }));
  expect(onchoose).toHaveBeenCalledWith(1);
});

it("counts luck for the side that looks, and says what was measured", () => {
  const { container } = render(LuckBars, { found: ANALYSIS, mine: "blue", side, name: (luck) => `${luck.order.verb} ${luck.hex}` });
  expect([...container.querySelectorAll("li b")].map((one) => one.textContent)).toEqual(["+7", "−20"]);
  expect(container.textContent).toContain("−13 for the Blue side");
  expect(container.textContent).toContain("2 of 3 rolls measured");
});
