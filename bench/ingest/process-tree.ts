import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second of /proc, the same on every Linux that Node runs on. */
const TICKS = 100;

type Process = { parent: number; cpuSeconds: number; pid: number };

/** CPU seconds that a process and its children, ended ones included, have used so far (Linux). */
export async function cpuSecondsOf(root: number): Promise<number> {
  return (await treeOf(root)).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** Watches the resident memory of a process and its children together; `stop` gives the peak in bytes. */
export function watchMemory(root: number): { stop(): number } {
  let peak = 0;
  const timer = setInterval(async () => {
    const sizes = await Promise.all((await treeOf(root)).map(({ pid }) => residentBytes(pid)));
    peak = Math.max(
      peak,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

async function treeOf(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((found) => found !== null);
  return all.filter(({ pid, parent }) => pid === root || parent === root);
}

async function readProcess(pid: number): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
  return { pid, parent: fields[1] ?? 0, cpuSeconds: ticks / TICKS };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
