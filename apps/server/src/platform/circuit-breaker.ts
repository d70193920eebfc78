import type { Logger } from 'pino';
import { Gauge, register } from 'prom-client';
import { startStopwatch } from './clock.ts';

/** A service that has not answered is not asked for now. */
export class CircuitOpen extends Error {
  constructor(service: string) {
    super(`The ${service} has not answered and is not asked for now`);
    this.name = 'CircuitOpen';
  }
}

/** Whether something failed because a service was not asked at all; that it does not answer has been logged once. */
export const isOfOpenCircuit = (error: unknown): boolean =>
  error instanceof CircuitOpen || (error instanceof Error && isOfOpenCircuit(error.cause));

export type CircuitBreaker = {
  /** Asks the service, and returns or throws what comes of it. Throws CircuitOpen at once while it does not answer. */
  call<Answer>(ask: () => Promise<Answer>): Promise<Answer>;
};

type Options = {
  /** What it is called in logs and metrics. */
  service: string;
  log: Pick<Logger, 'info' | 'error'>;
  /** Whether an error means that the service did not answer. Every other error is an answer, such as a refusal. */
  isUnanswered?: (error: unknown) => boolean;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
};

/** So many calls in a row have to fail: one answer between them shows that the service is there. */
const FAILURES = 5;
/** While the service does not answer, one call in this time tries it. */
const TRIAL_MS = 5_000;

/**
 * Keeps calls from waiting for a service that answers none (ADR 133): after some failures in a row all calls fail at once, except one
 * every few seconds, whose answer ends that.
 */
export function createCircuitBreaker({ isUnanswered = () => true, ...options }: Options): CircuitBreaker {
  const circuit = openCircuit(options);
  return {
    async call(ask) {
      circuit.requireTurn();
      try {
        const answer = await ask();
        circuit.noteAnswer();
        return answer;
      } catch (error) {
        if (isUnanswered(error)) circuit.noteFailure(error);
        else circuit.noteAnswer();
        throw error;
      }
    },
  };
}

function openCircuit({ service, log, now = startStopwatch() }: Options) {
  let failures = 0;
  let nextTrial = 0;
  const isOpen = () => failures >= FAILURES;
  const gauge = openGauge();
  gauge.set({ service }, 0);
  return {
    requireTurn(): void {
      if (!isOpen()) return;
      if (now() < nextTrial) throw new CircuitOpen(service);
      nextTrial = now() + TRIAL_MS;
    },
    noteAnswer(): void {
      if (isOpen()) log.info({ service }, 'a service answers again');
      failures = 0;
      gauge.set({ service }, 0);
    },
    noteFailure(error: unknown): void {
      failures++;
      if (failures !== FAILURES) return;
      nextTrial = now() + TRIAL_MS;
      gauge.set({ service }, 1);
      log.error({ service, err: error }, 'a service does not answer: calls that need it fail at once');
    },
  };
}

const GAUGE = 'keepsake_circuit_open';

function openGauge(): Gauge<'service'> {
  const existing = register.getSingleMetric(GAUGE) as Gauge<'service'> | undefined;
  const help = 'Whether calls that need a service fail at once because it does not answer';
  return existing ?? new Gauge({ name: GAUGE, help, labelNames: ['service'] });
}
