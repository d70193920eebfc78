import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { freePort } from '../apps/server/src/testing/free-port.ts';

const repository = path.resolve(import.meta.dirname, '..');

type Settings = Record<string, string>;

/** How long a start may take with few rows. */
const START_LIMIT_MS = 90_000;

/**
 * A Keepsake for a single journey, with a data folder of its own, that can be killed and restarted. Its settings may depend on
 * its address, and its sources may be another version's.
 */
export async function createOwnServer(
  given: Settings | ((url: string) => Promise<Settings>) = {},
  checkout = repository,
) {
  const source = path.join(checkout, 'apps/server/src');
  const cli = path.join(source, 'cli/main.ts');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-kill-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = typeof given === 'function' ? await given(url) : given;
  let server: ChildProcess | undefined;
  let output = '';

  async function start(more: Settings = {}, limitMs = START_LIMIT_MS) {
    const own = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO: 'on' };
    const env = { ...process.env, ...own, ...settings, ...more };
    server = spawn(process.execPath, [path.join(source, 'main.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text));
    const child = server;
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    // One that ends at once would otherwise be awaited to the end.
    const isWaitOver = async () => hasEnded() || (await isReady());
    await expect
      .poll(isWaitOver, { timeout: limitMs })
      .toBe(true)
      .catch(() => undefined);
    if (hasEnded() || !(await isReady())) throw new Error(`The server did not start: ${output}`);
  }
  async function isReady() {
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    return answer?.ok ?? false;
  }
  async function kill(signal: NodeJS.Signals) {
    const ended = server && once(server, 'exit');
    server?.kill(signal);
    const [code] = (await ended) ?? [];
    return code as number | null;
  }
  /** Kills the database process, as a power cut would. */
  async function killDatabase() {
    process.kill(await databasePid(), 'SIGKILL');
  }
  async function databasePid() {
    const text = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
    return Number(text.split('\n')[0]);
  }
  /** Output of a command, beside the server or after it has stopped; throws what it printed if it fails. */
  async function run(...args: string[]): Promise<string> {
    const env = { ...process.env, DATA_DIR: dataDir };
    const running = promisify(execFile)(process.execPath, [cli, ...args], { env });
    const fail = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${args.join(' ')} printed: ${stdout}${stderr}`);
    };
    return (await running.catch(fail)).stdout;
  }
  /** Output of `npm run audit-storage`; throws if it finds anything. */
  const audit = (...options: '--deep'[]) => run('audit-storage', ...options);
  async function remove() {
    if (server?.exitCode === null && server.signalCode === null) await kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
  /** Its output so far. */
  const saying = () => output;
  return { url, dataDir, saying, start, kill, killDatabase, databasePid, isReady, run, audit, remove };
}
