/** The facts by which a photo is selected: its file name and wall time `YYYY-MM-DD HH:mm:ss`, null if unknown. */
export type Chosen = { fileName: string; takenAt: string | null };

export type DemoAlbum = {
  name: string;
  /** When the customer created it, `YYYY-MM-DD`. */
  created: string;
  contains(photo: Chosen): boolean;
};

/** The demo consumer's own albums: one of more than a hundred photos, one empty. */
export function listDemoAlbums(now: Date): DemoAlbum[] {
  const year = now.getUTCFullYear();
  return [
    { name: 'Old prints, scanned', created: `${year - 4}-01-16`, contains: isScan },
    { name: 'Christmas at home', created: `${year - 4}-12-29`, contains: inDays('12-20', '12-31') },
    { name: 'Singapore', created: `${year - 3}-05-30`, contains: inDays('05-04', '05-09') },
    { name: 'Three weeks in Italy', created: `${year - 2}-09-04`, contains: inMonth(`${year - 2}-08`) },
    { name: 'Desert, sea and souks', created: `${year - 2}-10-11`, contains: inSummers(0) },
    { name: 'Chicago with Tom', created: `${year - 1}-06-12`, contains: inDays('05-25', '05-30') },
    { name: 'For the kitchen wall', created: `${year - 1}-11-02`, contains: () => false },
  ];
}

/** The photos that the consumer shares with the others: summers at the lake. */
export const isLakeDay = inSummers(1);

const isScan = ({ fileName }: Chosen) => fileName.startsWith('scan-');

function inMonth(month: string) {
  return ({ takenAt }: Chosen) => takenAt?.startsWith(month) === true;
}

function inDays(first: string, after: string) {
  return ({ takenAt }: Chosen) => takenAt !== null && takenAt.slice(5) >= first && takenAt.slice(5) < after;
}

/** The family goes south in even years and to the mountains in odd ones (see the calendar of episodes). */
function inSummers(parity: 0 | 1) {
  const isSummer = inDays('07-18', '08-01');
  return (photo: Chosen) => isSummer(photo) && Number(photo.takenAt?.slice(0, 4)) % 2 === parity;
}
