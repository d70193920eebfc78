import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { queryOf } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { memoryOfTree, type ProcessMemory } from '../harness/memory-of-tree.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const MB = 1024 * 1024;
/** Idle time before measuring; BENCH_IDLE_SECONDS overrides it. */
const IDLE_SECONDS = Number(process.env.BENCH_IDLE_SECONDS ?? 300);

/** Memory of `npm start` with its demo customers after a long idle time, including npm, database and decoders. */
export async function measure(): Promise<Figure[]> {
  const name = `npm start, ${IDLE_SECONDS} s idle`;
  if (process.platform !== 'linux') return [figure(name, null, 'MB', { note: 'only Linux tells' })];
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'keepsake-bench-memory-'));
  const npm = startNpm(folder.path);
  const ended = once(npm, 'exit');
  try {
    await untilLoaded(npm, folder.path);
    await pause(IDLE_SECONDS * 1_000);
    const { bytes, processes } = await memoryOfTree(npm.pid ?? 0);
    return [figure(name, bytes / MB, 'MB', { atMost: 250, note: listed(processes) })];
  } finally {
    npm.kill('SIGTERM');
    await ended;
  }
}

/** Started by the npm that runs this bench, on its own Node and with default settings, as on a customer's machine. */
function startNpm(dataDir: string): ChildProcess {
  const { npm_node_execpath: node, npm_execpath: script, PATH, HOME } = process.env;
  const [program, ...args] = node && script ? [node, script] : ['npm'];
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' };
  return spawn(program, [...args, 'start'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Waits until the demo is complete: albums come last, when its photos already have thumbnails. */
async function untilLoaded(npm: ChildProcess, dataDir: string): Promise<void> {
  for (;;) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    const url = await findRunningPostgres(dataDir);
    if (url && (await isLoaded(url))) return;
    await pause(1_000);
  }
}

async function isLoaded(url: string): Promise<boolean> {
  const marks = queryOf(url)(`select from demo_marks where name = 'demo-albums-loaded'
    and not exists (select from photos where thumbnail_state = 'loading')`);
  // Its tables are still being created.
  return (await marks.catch(() => [])).length === 1;
}

/** Lists each kind of process with its private memory. */
function listed(processes: readonly ProcessMemory[]): string {
  const kinds = new Map<string, number[]>();
  for (const { command, own } of processes) {
    const [kind] = /^npm|postgres|decoder|renderer|main\.ts/.exec(command) ?? ['others'];
    kinds.set(kind, [...(kinds.get(kind) ?? []), own / MB]);
  }
  const sums = [...kinds].map(([kind, all]) => `${all.length} ${kind} ${sum(all).toFixed(0)} MB`);
  return `without programs: ${sums.join(', ')}`;
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
