import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

/** Loaded before the bootstrap, makes its Node look like Node 20, which cannot replace itself. */
const OLD_NODE = `--import=data:text/javascript,${encodeURIComponent(
  `if (process.argv[1]?.endsWith('keepsake.mjs')) delete process.execve`,
)}`;

/** A repository with the real bootstrap and a small substitute for the server. */
function makeRepository(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'keepsake-start-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync('scripts/keepsake.mjs', path.join(root, 'scripts/keepsake.mjs'));
  cpSync('scripts/bootstrap', path.join(root, 'scripts/bootstrap'), { recursive: true });
  cpSync('scripts/bootstrap/echo-server.fixture.ts', path.join(root, 'apps/server/src/main.ts'));
  const start = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start;
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ type: 'module', scripts: { start } }));
  mkdirSync(path.join(root, 'node_modules'));
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
    writeFileSync(path.join(root, file), JSON.stringify({ packages: {} }));
  }
  const runtime = `node-${process.platform}-${process.arch}`;
  if (existsSync(`node_modules/${runtime}`))
    symlinkSync(path.resolve('node_modules', runtime), path.join(root, 'node_modules', runtime));
  return root;
}

/** `npm start` in a process group of its own, as from a terminal or a service manager; waits for the server. */
async function npmStart(root: string, nodeOptions: string) {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  });
  onTestFinished(() => {
    // Processes of the group only remain if the test has failed.
    if (isAlive(-(npm.pid ?? 0))) process.kill(-(npm.pid ?? 0), 'SIGKILL');
  });
  const file = path.join(root, 'pid');
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8') !== '', { timeout: 20_000 });
  return {
    npm,
    group: -(npm.pid ?? 0),
    server: Number(readFileSync(file, 'utf8')),
    ended: once(npm, 'exit'),
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.each([
  ['a Node that can replace itself', ''],
  ['a Node that cannot', OLD_NODE],
])('npm start with %s', (_, nodeOptions) => {
  test('SIGTERM to npm itself drains the server and leaves no process', async () => {
    const root = makeRepository();
    const { npm, group, server, ended } = await npmStart(root, nodeOptions);
    npm.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(readFileSync(path.join(root, 'drained'), 'utf8')).toBe('SIGTERM');
    expect([server, group].filter(isAlive)).toEqual([]);
  });

  test('Ctrl-C, which reaches every process of the terminal, drains it once', async () => {
    const root = makeRepository();
    const { group, server, ended } = await npmStart(root, nodeOptions);
    process.kill(group, 'SIGINT');
    expect((await ended)[0]).toBe(0);
    expect(readFileSync(path.join(root, 'drained'), 'utf8')).toBe('SIGINT');
    expect([server, group].filter(isAlive)).toEqual([]);
  });
});

test('the exit code of the server is the exit code of npm start', async () => {
  for (const nodeOptions of ['', OLD_NODE]) {
    const root = makeRepository();
    writeFileSync(
      path.join(root, 'apps/server/src/main.ts'),
      `console.error('The port is taken.'); process.exit(7);`,
    );
    const npm = spawn('npm', ['start'], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, NODE_OPTIONS: nodeOptions },
    });
    expect((await once(npm, 'exit'))[0]).toBe(7);
  }
});
