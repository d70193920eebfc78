import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds (true) or the deadline passes (false). Times in milliseconds. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeout: number,
  interval = 20,
): Promise<boolean> {
  const deadline = Date.now() + timeout;
  for (;;) {
    if (await condition()) return true;
    if (Date.now() >= deadline) return false;
    await sleep(interval);
  }
}
