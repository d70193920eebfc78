import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Driver } from './driver.ts';

type Send = (method: string, params?: object) => Promise<unknown>;
type Answer = { id: number; result?: unknown; message?: string };

/** Starts a Firefox with a new profile, which saves downloads in this folder, and speaks WebDriver BiDi with it. */
export async function startFirefox(downloads: string): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'keepsake-firefox-'));
  await writeFile(path.join(profile, 'user.js'), preferences(downloads));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const browser = spawn('firefox', [...args, '--width=1280', '--height=960'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const socket = await openSocket(`${await addressOf(browser)}/session`);
  const send = sender(socket);
  await send('session.new', { capabilities: {} });
  // The tab that it starts with never gets the focus.
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string };
  return {
    ...commands(send, context),
    async close() {
      const ended = once(browser, 'exit');
      await send('browser.close');
      socket.close();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

function commands(send: Send, context: string): Omit<Driver, 'close'> {
  const run = async (expression: string) => {
    const params = { expression, target: { context }, awaitPromise: true };
    const { result, exceptionDetails } = (await send('script.evaluate', params)) as Evaluated;
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
      return JSON.parse((await run(json))?.value ?? 'null');
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    async pickFiles(selector, files) {
      const element = await run(`document.querySelector(${JSON.stringify(selector)})`);
      await send('input.setFiles', { context, element, files });
    },
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    async picture() {
      return ((await send('browsingContext.captureScreenshot', { context })) as { data: string }).data;
    },
  };
}

type Evaluated = { result?: { value?: string; sharedId?: string }; exceptionDetails?: { text: string } };

function preferences(downloads: string): string {
  const values = {
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.alwaysOpenPanel': false,
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

/** Firefox prints where it listens. */
function addressOf(browser: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    browser.stderr?.on('data', (text) => {
      printed += text;
      const address = printed.match(/ws:\/\/\S+/)?.[0];
      if (address) resolve(address);
    });
    browser.once('error', reject);
    browser.once('exit', () => reject(new Error(`Firefox did not start: ${printed}`)));
  });
}

async function openSocket(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  return socket;
}

/** Sends commands over the socket; each resolves with its own answer. */
function sender(socket: WebSocket): Send {
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let count = 0;
  return async (method, params = {}) => {
    const id = ++count;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await answered;
    if (message) throw new Error(`${method}: ${message}`);
    return result;
  };
}
