/** The part of autocannon that the benches use; the package has no types. */
declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; requests?: { path: string }[] } & {
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    body?: string;
  };
  type Result = { non2xx: number; errors: number; requests: { average: number } };
  export default function autocannon(options: Options): Promise<Result>;
}
