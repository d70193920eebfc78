import http from 'node:http';

export type Answer = { bytes: number; millisecondsToFirstByte: number; megabytesPerSecond: number };

/** Reads a response as fast as it arrives and discards it. */
export function readAnswer(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const started = performance.now();
  const request = http.get(url, { headers, agent: false }, (answer) => {
    let [bytes, millisecondsToFirstByte] = [0, 0];
    answer.on('data', (chunk: Buffer) => {
      if (bytes === 0) millisecondsToFirstByte = performance.now() - started;
      bytes += chunk.length;
    });
    answer.on('error', reject);
    answer.on('end', () => {
      if (bytes !== Number(answer.headers['content-length'])) return reject(new Error(`${url} came short`));
      const megabytesPerSecond = bytes / 1_000 / (performance.now() - started);
      resolve({ bytes, millisecondsToFirstByte, megabytesPerSecond });
    });
  });
  request.on('error', reject);
  return promise;
}
