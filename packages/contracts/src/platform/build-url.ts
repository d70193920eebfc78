type Values = Record<string, unknown>;

/** Base address + path with its `{name}` parts filled + query; undefined query values are left out. */
export function buildUrl(base: string, path: string, params?: Values, query?: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new Error(`The path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.append(name, String(value));
  }
  const suffix = search.size > 0 ? `?${search}` : '';
  return `${base.replace(/\/$/, '')}${filled}${suffix}`;
}
