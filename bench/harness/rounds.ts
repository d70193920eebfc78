import http from 'node:http';

/** A subject to measure: its requests are sent in turn, repeatedly. */
export type Subject = { name: string; urls: readonly string[]; token: string };

type Options = { connections: number; rounds: number; requestsPerRound: number };

/**
 * Milliseconds of every answered request, by subject. Subjects alternate in short rounds, so that other load on the machine
 * affects all of them equally; the first round is a warm-up.
 */
export async function measureLatency(
  subjects: readonly Subject[],
  { connections, rounds, requestsPerRound }: Options,
): Promise<Map<string, number[]>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const found = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    const turn = round % 2 === 0 ? subjects : subjects.toReversed();
    for (const subject of turn) {
      const times = await sendAll(agent, subject, { connections, requests: requestsPerRound });
      if (round > 0) found.get(subject.name)?.push(...times);
    }
  }
  agent.destroy();
  return found;
}

async function sendAll(
  agent: http.Agent,
  { urls, token }: Subject,
  { connections, requests }: { connections: number; requests: number },
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const work = async () => {
    while (next < requests) {
      const url = urls[next++ % urls.length] ?? '';
      const start = performance.now();
      await get(agent, url, token);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return times;
}

function get(agent: http.Agent, url: string, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = http.get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} for ${url}`));
    answer.resume().on('end', resolve).on('error', reject);
  });
  request.on('error', reject);
  return promise;
}
