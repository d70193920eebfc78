import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

type Options = { args?: readonly string[]; env?: Record<string, string>; execArgv?: string[] };

/** A process of ours with what it said when it was ready. Disposing ends it. */
export type Child<Ready> = Awaited<ReturnType<typeof startChild<Ready>>>;

/**
 * Forks a file that sends a message once it is ready, and one per answer. Waiting fails when the process ends instead. Without
 * `execArgv` it has the flags of this process, which are those of a server.
 */
export async function startChild<Ready>(file: URL, { args = [], env, execArgv }: Options = {}) {
  const child = fork(fileURLToPath(file), args, { env: { ...process.env, ...env }, execArgv });
  // All its messages have arrived by then, unlike at 'exit'.
  const ended = once(child, 'close').then(([code]): number | null => code);
  const fail = async (): Promise<never> => {
    throw new Error(`${path.basename(file.pathname)} ended with ${await ended} instead of answering`);
  };
  async function answer<Message>(): Promise<Message> {
    const [message] = await Promise.race([once(child, 'message'), fail()]);
    return message;
  }
  return {
    pid: child.pid ?? 0,
    ready: await answer<Ready>(),
    /** Sends a message and waits for the one that answers it. */
    async ask<Answer>(question: Serializable): Promise<Answer> {
      child.send(question);
      return answer<Answer>();
    },
    /** Sends a message, and waits until the process has ended; throws unless it succeeded. */
    async finish(message: Serializable): Promise<void> {
      child.send(message);
      if ((await ended) !== 0) await fail();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill();
      await ended;
    },
  };
}
