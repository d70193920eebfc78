/** One line of the table: what was measured, beside its limit or its baseline of the same run. */
export type Figure = {
  figure: string;
  measured: number | null;
  unit: string;
  /** The limit or baseline that it stands beside, in the same unit. */
  against: number | null;
  /** Measured over baseline, where there is one. */
  ratio: number | null;
  /** What the ratio, or the measured value where there is none, must keep to; empty for what is only reported. */
  limit: string;
  verdict: 'ok' | 'MISSED' | '';
  note?: string;
};

type Named = { figure: string; unit: string; note?: string };
type Limits = { atMost?: number; atLeast?: number };

/** A figure beside a baseline of the same run; the limit is of their ratio. */
export function compared({
  measured,
  baseline,
  ...rest
}: Named & Limits & { measured: number; baseline: number }): Figure {
  const { atMost, atLeast, ...named } = rest;
  const ratio = measured / baseline;
  return { ...named, measured, against: baseline, ratio, ...judge(ratio, { atMost, atLeast }) };
}

/** A figure with a limit of its own, in its own unit. */
export function limited({ measured, ...rest }: Named & Limits & { measured: number }): Figure {
  const { atMost, atLeast, ...named } = rest;
  const against = atMost ?? atLeast ?? null;
  return { ...named, measured, against, ratio: null, ...judge(measured, { atMost, atLeast }) };
}

/** A figure that is only reported; null says that it could not be measured, and the note why. */
export function reported(named: Named & { measured: number | null }): Figure {
  return { ...named, against: null, ratio: null, limit: '', verdict: '' };
}

function judge(value: number, { atMost, atLeast }: Limits): Pick<Figure, 'limit' | 'verdict'> {
  if (atMost !== undefined) return { limit: `<= ${atMost}`, verdict: value <= atMost ? 'ok' : 'MISSED' };
  if (atLeast !== undefined) return { limit: `>= ${atLeast}`, verdict: value >= atLeast ? 'ok' : 'MISSED' };
  return { limit: '', verdict: '' };
}
