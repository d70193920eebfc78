import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import type { Driver } from './driver.ts';

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
/** The key of a reference to an element in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts WebKitGTK's MiniBrowser on a display of its own, without a stored profile, and speaks classic WebDriver with it. */
export async function startWebkit(downloads: string): Promise<Driver> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x960x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(display.stdout, 'data');
  const port = await freePort();
  const service = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: `:${String(number).trim()}`, HOME: downloads },
    stdio: 'ignore',
  });
  const call = caller(`http://127.0.0.1:${port}`);
  await expect(() => call('GET', '/status')).toPass({ intervals: [50], timeout: 20_000 });
  const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string };
  const inSession: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  await inSession('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 960 });
  return {
    ...commands(inSession),
    async close() {
      await inSession('DELETE', '');
      for (const one of [service, display]) await end(one);
    },
  };
}

function commands(call: Call): Omit<Driver, 'close'> {
  const run = (script: string) => call('POST', '/execute/sync', { script, args: [] });
  return {
    open: async (url) => void (await call('POST', '/url', { url })),
    async evaluate(expression) {
      const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
      return JSON.parse(String(await run(`return ${json}`)));
    },
    perform: async (actions) => void (await call('POST', '/actions', { actions })),
    async pickFiles(selector, paths) {
      const found = await run(`return document.querySelector(${JSON.stringify(selector)})`);
      const id = (found as { [ELEMENT]: string })[ELEMENT];
      await call('POST', `/element/${id}/value`, { text: paths.join('\n') });
    },
    back: async () => void (await call('POST', '/back', {})),
    picture: async () => String(await call('GET', '/screenshot')),
  };
}

function caller(address: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(address + path, { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${(value as { message: string }).message}`);
    return value;
  };
}

async function end(running: ChildProcess): Promise<void> {
  const ended = once(running, 'exit');
  running.kill();
  await ended;
}
