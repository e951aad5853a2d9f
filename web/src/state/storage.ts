/** Browser storage. Without it, everything still works until the page is closed. */

export function loadStored<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`grognard.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(`grognard.${key}`, JSON.stringify(value));
  } catch {
    // full or forbidden
  }
}
