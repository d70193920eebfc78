import http from 'node:http';
import type { Caller } from './requests.ts';

/**
 * Results of every way, by round; the first round is a warm-up and counts for nothing. In each round the ways take turns, each
 * coming first, second and last equally often: what one leaves to the disk, the next waits for. Other load on the machine
 * affects a whole round, so that the ratio of two results of one round says more than that of two lucky moments.
 */
export async function paired<Way extends string, Result>(
  ways: Record<Way, (round: number) => Promise<Result>>,
  rounds: number,
): Promise<Record<Way, Result[]>> {
  const names = Object.keys(ways) as Way[];
  const results = Object.fromEntries(names.map((way) => [way, [] as Result[]])) as Record<Way, Result[]>;
  for (let round = 0; round <= rounds; round++)
    for (const at of names.keys()) {
      const way = names[(at + round) % names.length] as Way;
      const result = await ways[way](round);
      if (round > 0) results[way].push(result);
    }
  return results;
}

/** Requests to measure; they are sent in turn, repeatedly. */
export type Subject = { caller: Caller; paths: readonly string[] };
type Load = { connections: number; rounds: number; requestsPerRound: number };

/** Milliseconds of every answered request, by subject; subjects alternate in short rounds. */
export async function measureLatency<Name extends string>(
  subjects: Record<Name, Subject>,
  { connections, rounds, requestsPerRound }: Load,
): Promise<Record<Name, number[]>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const ways = mapValues(subjects, (subject: Subject) => async () => {
    const times: number[] = [];
    await inParallel(connections, requestsPerRound, async (at) => {
      const start = performance.now();
      await get(agent, subject.caller, subject.paths[at % subject.paths.length] ?? '');
      times.push(performance.now() - start);
    });
    return times;
  });
  const times = await paired(ways, rounds);
  agent.destroy();
  return mapValues(times, (all: number[][]) => all.flat());
}

/** Does something so many times, a given number of them at a time. */
export async function inParallel(
  lanes: number,
  times: number,
  act: (at: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < times) await act(next++);
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

function get(agent: http.Agent, { address, token }: Caller, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { authorization: `Bearer ${token}` };
  const request = http.get(address + path, { agent, headers }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} for ${path}`));
    answer.resume().on('end', resolve).on('error', reject);
  });
  request.on('error', reject);
  return promise;
}

const mapValues = <Name extends string, From, To>(values: Record<Name, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(values).map(([name, value]) => [name, map(value)])) as Record<
    Name,
    To
  >;

/** The value below which the given percentage of the values lies. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 50);
