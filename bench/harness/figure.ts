/** One line of the table: a measurement beside its limit, or beside a baseline from the same run. */
export type Figure = {
  figure: string;
  measured: number | null;
  unit: string;
  /** The limit or baseline, in the same unit. */
  against: number | null;
  /** Measured / baseline, if there is one. */
  ratio: number | null;
  /** The limit of the ratio, or of the measured value if there is no baseline; empty for figures that are only reported. */
  limit: string;
  verdict: 'ok' | 'MISSED' | '';
  note?: string;
};

type Named = { figure: string; unit: string; note?: string };
type Limits = { atMost?: number; atLeast?: number };

/** A figure compared with a baseline from the same run; the limit applies to their ratio, or to that of paired rounds. */
export function compared({
  measured,
  baseline,
  ratio = measured / baseline,
  ...rest
}: Named & Limits & { measured: number; baseline: number; ratio?: number }): Figure {
  const { atMost, atLeast, ...named } = rest;
  return { ...named, measured, against: baseline, ratio, ...judge(ratio, { atMost, atLeast }) };
}

/** A figure with an absolute limit in its own unit. */
export function limited({ measured, ...rest }: Named & Limits & { measured: number }): Figure {
  const { atMost, atLeast, ...named } = rest;
  const against = atMost ?? atLeast ?? null;
  return { ...named, measured, against, ratio: null, ...judge(measured, { atMost, atLeast }) };
}

/** A figure that is only reported; null if it could not be measured, with the reason in the note. */
export function reported(named: Named & { measured: number | null }): Figure {
  return { ...named, against: null, ratio: null, limit: '', verdict: '' };
}

function judge(value: number, { atMost, atLeast }: Limits): Pick<Figure, 'limit' | 'verdict'> {
  if (atMost !== undefined) return { limit: `<= ${atMost}`, verdict: value <= atMost ? 'ok' : 'MISSED' };
  if (atLeast !== undefined) return { limit: `>= ${atLeast}`, verdict: value >= atLeast ? 'ok' : 'MISSED' };
  return { limit: '', verdict: '' };
}
