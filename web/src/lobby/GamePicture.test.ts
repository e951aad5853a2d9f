import { render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import GamePicture from "./GamePicture.svelte";

vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));

describe("the picture of a game", () => {
  it("is a prepared image", () => {
    const { container } = render(GamePicture, { game: "ocs", scenario: "ocs/kharkov" });
    expect(container.querySelector("img")?.getAttribute("src")).toMatch(/ocs-(paper|night)/);
  });

  it("is drawn where no image was prepared, or it cannot be loaded", async () => {
    expect(render(GamePicture, { game: "skirmish", scenario: "skirmish/first" }).container.querySelector("img")).toBeNull();
    const { container } = render(GamePicture, { game: "ocs", scenario: "ocs/kharkov" });
    container.querySelector("img")?.dispatchEvent(new Event("error"));
    await vi.waitFor(() => expect(container.querySelector(".picture")).not.toBeNull());
  });
});
