import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** A process of its own that answers one request at a time. Disposing of it ends it and waits until it is gone. */
export type WorkerProcess<Request, Reply> = AsyncDisposable & {
  /** Throws if the process cannot do what is asked or has ended, and if the signal is aborted. */
  ask(request: Request): Promise<Reply>;
};

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

  async function ask(request: Request): Promise<Reply> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Answered<Reply>>();
    const onExit = (code: number | null, killedBy: string | null) =>
      resolve({ error: `its process ended with ${killedBy ?? code}` });
    child.once('message', resolve).once('exit', onExit);
    child.send(request, (error) => error && reject(error));
    const answer = await promise.finally(() => child.off('message', resolve).off('exit', onExit));
    if ('error' in answer) throw new Error(answer.error);
    return answer.reply;
  }
  return {
    ask,
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener('abort', kill);
      if (child.connected) child.disconnect();
      await exited;
    },
  };
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
