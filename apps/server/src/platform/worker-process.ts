import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** A process of its own that answers one request at a time. Disposing of it ends it and waits until it is gone. */
export type WorkerProcess<Request, Reply> = AsyncDisposable & {
  /** Throws `WorkerFailed`, after `timeoutMs` milliseconds at the latest, and what the signal says if it is aborted. */
  ask(request: Request, limits?: { timeoutMs?: number }): Promise<Reply>;
};

/** `ended` may be anybody's fault, such as a machine without memory; the others are of what was asked. */
type FailureReason = 'threw' | 'timed-out' | 'out-of-memory' | 'ended';

/** A process did not answer. Unless it `threw`, it is gone. */
export class WorkerFailed extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, message: string) {
    super(message);
    this.name = 'WorkerFailed';
    this.reason = reason;
  }
}

/** How V8 ends a process that reaches its limit of memory. */
const ABORTED = 'SIGABRT';

type Answered<Reply> = { reply: Reply } | { error: string };

/**
 * Starts a program that calls `answerParent`. What libvips and the like allocate is released with the process; the server lives on
 * for months.
 */
export function startWorkerProcess<Request extends object, Reply>(
  program: URL,
  { execArgv = [], signal }: { execArgv?: string[]; signal?: AbortSignal | undefined } = {},
): WorkerProcess<Request, Reply> {
  const child: ChildProcess = fork(program, [], {
    execArgv: [...execArgv, '--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => child.pid ?? resolve()); // without a pid it never started and never exits
  });
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });

  return {
    async ask(request, { timeoutMs } = {}) {
      signal?.throwIfAborted();
      return askChild<Reply>(child, request, timeoutMs);
    },
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener('abort', kill);
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Settles with the answer, with the end of the process, or after `timeoutMs` by ending it. */
function askChild<Reply>(child: ChildProcess, request: object, timeoutMs?: number): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const fail = (reason: FailureReason, message: string) => reject(new WorkerFailed(reason, message));
  const onMessage = (answer: Answered<Reply>) =>
    'error' in answer ? fail('threw', answer.error) : resolve(answer.reply);
  const onExit = (code: number | null, killedBy: string | null) =>
    fail(killedBy === ABORTED ? 'out-of-memory' : 'ended', `its process ended with ${killedBy ?? code}`);
  const onTimeout = () => {
    fail('timed-out', `no answer in ${timeoutMs} ms`);
    child.kill('SIGKILL');
  };
  const deadline = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
  child.once('message', onMessage).once('exit', onExit);
  child.send(request, (error) => error && fail('ended', error.message));
  return promise.finally(() => {
    clearTimeout(deadline);
    child.off('message', onMessage).off('exit', onExit);
  });
}

/** Answers the requests of the process that started this one, at a lower priority, until it closes the channel. */
export function answerParent<Request, Reply>(answer: (request: Request) => Promise<Reply>): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.on('disconnect', () => process.exit());
  // A terminal's Ctrl-C reaches the whole process group: the parent decides when this ends, by closing the channel.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('message', async (request: Request) => {
    const answered: Answered<Reply> = await answer(request).then(
      (reply) => ({ reply }),
      (error: Error) => ({ error: error.stack ?? error.message }),
    );
    process.send?.(answered);
  });
}
