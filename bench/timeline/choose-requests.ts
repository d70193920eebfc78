import type { PhotoPage, TimelineMap } from '@keepsake/contracts/library/photos';

/** Requests for a library: its map, month pages of 24, the layout of a whole month, and the baseline of the pages. */
export type TimelineRequests = {
  map: string[];
  month: string[];
  /** Reads the same rows by key and returns as many bytes as the month page at the same position. */
  rows: string[];
  /** Layout of the fullest month. */
  layout: string[];
  fullestMonth: number;
};

const MONTHS = 24;

/** First and second pages of months spread over the library, with their baselines. */
export async function chooseRequests(address: string, token: string): Promise<TimelineRequests> {
  const api = `${address}/api/photo-management`;
  const read = async <T>(url: string) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} for ${url}: ${text}`);
    return { body: JSON.parse(text) as T, bytes: Buffer.byteLength(text) };
  };
  const map = `${api}/users/timeline`;
  const months = monthsOf((await read<TimelineMap>(map)).body);
  const chosen = months.filter((_, index) => index % Math.ceil(months.length / MONTHS) === 0);
  const month: string[] = [];
  const rows: string[] = [];
  for (const { path } of chosen) {
    const first = `${api}/photos/timeline/${path}`;
    const { cursor } = (await read<PhotoPage>(first)).body;
    for (const url of cursor ? [first, `${first}?cursor=${cursor}`] : [first]) {
      const { body, bytes } = await read<PhotoPage>(url);
      month.push(url);
      const ids = body.images.map(({ imageId }) => imageId).join(',');
      rows.push(`${address}/bench/rows?bytes=${bytes}&ids=${ids}`);
    }
  }
  const fullest = months.toSorted((a, b) => b.photos - a.photos)[0];
  const layout = [`${api}/photos/timeline/${fullest?.path}/layout`];
  return { map: [map], month, rows, layout, fullestMonth: fullest?.photos ?? 0 };
}

function monthsOf(map: TimelineMap): { path: string; photos: number }[] {
  return Object.entries(map).flatMap(([year, months]) =>
    Object.entries(months).map(([month, photos]) => ({ path: `${year}/${month}`, photos })),
  );
}
