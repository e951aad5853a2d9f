/** The lessons by id, each a data file in this folder. */

import type { LessonFile } from "./lesson.svelte";

const found = import.meta.glob<LessonFile>("./*.json", { eager: true, import: "default" });

export const lessons: Record<string, LessonFile> = Object.fromEntries(Object.values(found).map((file) => [file.id, file]));

/** The first lesson on a game's own board. */
export function firstLesson(game: string): LessonFile | undefined {
  return Object.values(lessons).find((file) => file.scenario.startsWith(`${game}/`));
}

export function lessonFor(scenario: string): LessonFile | undefined {
  return Object.values(lessons).find((file) => file.scenario === scenario);
}
