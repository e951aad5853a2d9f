/** Browser notifications, while the page is open in the background. */

import { loadStored, store } from "./storage";

class BrowserNotify {
  wanted = $state(loadStored("notify", false));

  get supported(): boolean {
    return typeof Notification !== "undefined";
  }

  /** Switch notifications on or off; returns whether they are now on. */
  async set(on: boolean): Promise<boolean> {
    this.wanted = on && this.supported && (await Notification.requestPermission()) === "granted";
    store("notify", this.wanted);
    return this.wanted;
  }

  /** Notify the player if the page is in the background; a later notification about the same game replaces it. */
  tell(title: string, body: string, game: string): void {
    if (!this.wanted || !this.supported || Notification.permission !== "granted" || !document.hidden) return;
    const made = new Notification(title, { body, tag: game, icon: "/icon-192.png" });
    made.onclick = () => {
      window.focus();
      made.close();
    };
  }
}

export const browserNotify = new BrowserNotify();
