import { onTestFinished } from 'vitest';

/** Collects the rejections of this process that nobody handles, each of which would end a server, until the test has finished. */
export function collectUnhandled(): unknown[] {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', collect);
  onTestFinished(() => void process.off('unhandledRejection', collect));
  return unhandled;
}
