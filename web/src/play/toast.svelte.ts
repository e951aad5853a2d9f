/** The toast near the pointer: explains a refusal or reports an error. */

import { type Refusal, ApiError } from "../api";

export interface ToastMessage { text: string; refusal: Refusal | null; /** The hex it points at, or "". */ hex: string }

export class ToastState {
  message = $state.raw<ToastMessage | null>(null);

  say(text: string, hex = ""): void {
    this.message = { text, refusal: null, hex };
  }

  refuse(refusal: Refusal, hex = ""): void {
    this.message = { text: refusal.reason, refusal, hex };
  }

  tell(error: unknown, hex = ""): void {
    if (error instanceof ApiError && error.refusal) this.refuse(error.refusal, hex);
    else this.say(error instanceof Error ? error.message : String(error), hex);
  }

  clear(): void {
    this.message = null;
  }
}
