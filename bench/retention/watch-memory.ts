import { readFile } from 'node:fs/promises';

const EVERY_MS = 500;

/** Watches the resident memory of a process, in MB. */
export function watchMemory(pid: number): { samples: readonly number[]; stop(): void } {
  const samples: number[] = [];
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(status) ?? [];
    if (kilobytes) samples.push(Number(kilobytes) / 1024);
  }, EVERY_MS);
  return { samples, stop: () => clearInterval(timer) };
}
