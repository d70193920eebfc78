import { once } from 'node:events';
import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { beginAnew } from './platform/restart-without-type-stripper.ts';
import { StartupError } from './platform/startup-error.ts';

export type Lifetime = {
  /** Adds something that a stop must end, with a name for the log; the last added is ended first. */
  onStop(name: string, end: () => Promise<unknown>): void;
  isStopping(): boolean;
  /** Drains as after a signal, then begins anew in place; ends with 1 where that is not possible. */
  restart(): void;
};

/**
 * Drains on SIGINT, SIGTERM and SIGHUP, once: a terminal's Ctrl-C arrives two or three times, from the terminal, npm and the
 * bootstrap. Exits with 0 when drained, 1 if that took longer than `drainMs`.
 */
export function stopOnSignals(log: Logger, drainMs: number): Lifetime {
  const actions: { name: string; end: () => Promise<unknown> }[] = [];
  let isStopping = false;
  let isToEnd = false;
  const end = (code: number) => {
    if (!isToEnd) beginAnew();
    process.exit(isToEnd ? code : 1);
  };
  async function drain() {
    if (isStopping) return;
    isStopping = true;
    let waitsFor: string | undefined;
    const timer = setTimeout(() => {
      log.error({ waitsFor }, 'draining took too long');
      end(1);
    }, drainMs);
    for (const { name, end } of actions.reverse()) {
      waitsFor = name;
      await end().catch((error) => log.error({ err: error, name }, 'a stop failed'));
    }
    clearTimeout(timer);
    end(0);
  }
  async function stop(signal: NodeJS.Signals) {
    if (!isToEnd) log.info({ signal }, 'stopping');
    isToEnd = true;
    await drain();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  return {
    onStop: (name, end) => void actions.push({ name, end }),
    isStopping: () => isStopping,
    restart: () => void drain(),
  };
}

/**
 * The environment with a free port instead of PORT=0: links in mails and at the identity provider contain the port before the
 * server listens.
 */
export async function withFreePort(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.PORT !== '0') return env;
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return { ...env, PORT: String(port) };
}

/** Error codes for a listening address that is not usable: forbidden, another machine's, or an unknown name. */
const UNUSABLE = ['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'];

/** Listens; a port that is taken or forbidden becomes one sentence that says what to do. */
export async function listenOn(
  http: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<void> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartupError(
        `Port ${port} on ${host} is in use: stop the program that uses it, or choose another with PORT.`,
        { cause: error },
      );
    }
    if (code !== undefined && UNUSABLE.includes(code)) {
      throw new StartupError(`${host}:${port} cannot be used (${code}): choose others with HOST and PORT.`, {
        cause: error,
      });
    }
    throw error;
  }
}
