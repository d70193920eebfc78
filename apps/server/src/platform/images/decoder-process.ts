import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DecodeRequest } from './decoder/decode-image.ts';
import { type DecodeReply, MAX_REPLY_BYTES, readReply } from './decoder-reply.ts';
import { ImageError } from './image.ts';

/** How often a busy decoder's memory is checked. A runaway one gains about 100 MB in between. */
const WATCH_MS = 50;
const MAX_STDERR = 2000;

/** Heap limits keep V8 from hoarding, and fewer arenas keep glibc from it: pixels are outside the heap, and two threads work. */
const EXEC_ARGV = [
  '--max-old-space-size=128',
  '--max-semi-space-size=2',
  '--expose-gc',
  '--disable-warning=ExperimentalWarning',
];
const LEAN_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' };

export type DecodeLimits = { timeoutMs: number; memoryLimitBytes: number };

/** One child process that decodes one photo at a time. */
export type DecoderProcess = {
  /** Throws `ImageError` if the process crashes or is killed at its limits, and the signal's reason if aborted. */
  decode(request: DecodeRequest, limits: DecodeLimits, signal?: AbortSignal): Promise<DecodeReply>;
  isAlive(): boolean;
  /** Lets it exit and resolves once it has. */
  end(): Promise<void>;
};

/**
 * Starts a decoder, which runs the module `entry`. It gets no secrets: its environment is a path and two settings. Requests and
 * replies are lines on its standard streams: on Node's own IPC channel, malformed bytes would end the parent.
 */
export function startDecoder(entry: URL, program: string = process.execPath): DecoderProcess {
  const child: ChildProcess = spawn(program, [...EXEC_ARGV, fileURLToPath(entry)], {
    env: { PATH: process.env.PATH, ...LEAN_ENVIRONMENT },
    stdio: 'pipe',
  });
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  child.stdout?.setEncoding('utf8').on('error', ignore);
  child.stdin?.on('error', ignore); // it is gone, and its exit is reported anyway
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => child.pid ?? resolve()); // without a pid it has not started and never exits
  });
  const isAlive = () => Boolean(child.stdin?.writable) && !child.killed && child.exitCode === null;
  return {
    decode: (request, limits, signal) =>
      decodeIn(child, request, { ...limits, signal, readStderr: () => stderr }),
    isAlive,
    end: () => {
      child.stdin?.end();
      return exited;
    },
  };
}

const ignore = () => undefined;

type Watch = DecodeLimits & { signal?: AbortSignal; readStderr: () => string };

function decodeIn(child: ChildProcess, request: DecodeRequest, watch: Watch): Promise<DecodeReply> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodeReply>();
  const kill = (reason: Error) => {
    reject(reason);
    child.kill('SIGKILL');
  };
  const crash = (detail: string) =>
    reject(new ImageError('DECODER_CRASHED', `${detail} ${watch.readStderr()}`.trim()));
  const onExit = (code: number | null, killedBy: string | null) => crash(killedBy ?? `exit code ${code}`);
  const onError = (error: Error) => crash(error.message);
  const onAbort = () => kill(watch.signal?.reason);
  const onData = collectLine((line) => {
    try {
      resolve(readReply(line));
    } catch (error) {
      kill(error as Error);
    }
  });
  const deadline = setTimeout(
    () => kill(new ImageError('TIMED_OUT', `no answer in ${watch.timeoutMs} ms`)),
    watch.timeoutMs,
  );
  const stopWatching = watchMemory(child, watch.memoryLimitBytes, kill);
  child.once('exit', onExit).once('error', onError);
  child.stdout?.on('data', onData).resume();
  watch.signal?.addEventListener('abort', onAbort, { once: true });
  if (child.stdin?.writable) child.stdin.write(`${JSON.stringify(request)}\n`);
  else if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
  return promise.finally(() => {
    clearTimeout(deadline);
    stopWatching();
    child.off('exit', onExit).off('error', onError);
    child.stdout?.off('data', onData).pause();
    watch.signal?.removeEventListener('abort', onAbort);
  });
}

/** Collects text until its first line is complete, or it is longer than any reply. */
function collectLine(onLine: (line: string) => void) {
  let text = '';
  return (more: string) => {
    text += more;
    if (text.endsWith('\n') || text.length > MAX_REPLY_BYTES) onLine(text);
  };
}

function watchMemory(child: ChildProcess, limitBytes: number, kill: (reason: Error) => void) {
  const timer = setInterval(async () => {
    const bytes = child.pid ? await readResidentBytes(child.pid) : null;
    if (bytes !== null && bytes > limitBytes)
      kill(new ImageError('OUT_OF_MEMORY', `${bytes} bytes resident`));
  }, WATCH_MS);
  return () => clearInterval(timer);
}

const run = promisify(execFile);

/**
 * Resident memory of another process in bytes; null if it has ended, or on Windows, which does not report it. Read from outside,
 * because a decoder busy in WASM or libvips cannot answer.
 */
export async function readResidentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return toBytes(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    }
    if (process.platform === 'win32') return null;
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return toBytes(stdout.trim());
  } catch {
    return null;
  }
}

const toBytes = (kilobytes: string | undefined): number | null =>
  kilobytes ? Number(kilobytes) * 1024 : null;
