import { allocate, sumOf, taxKeyOf } from '@keepsake/contracts/orders/included-tax';
import * as z from 'zod';
import type { Taxed } from '../../invoice-documents/index.ts';
import { ISSUED_CATEGORIES } from '../../orders/index.ts';

/** An amount of a line of the order with its rate, with tax; null is delivery, and whatever belongs to no line. */
export const share = z.object({
  line: z.number().nullable(),
  category: z.enum(ISSUED_CATEGORIES),
  rate: z.number(),
  gross: z.number(),
});
export type Share = z.infer<typeof share>;
/** What an invoice holds: discounts on the whole order are deducted. `price` is that of the line before. */
export const heldShare = share.extend({ price: z.number() });
export type HeldShare = z.infer<typeof heldShare>;
/** An amount that was paid and never invoiced. */
export const leftOutShare = z.object({ line: z.number().nullable(), gross: z.number() });

export type Refund = {
  /** With tax. */
  amount: number;
  /** Positions of the lines that it names; null for the whole order. */
  lines: readonly number[] | null;
  /** What it names and the order does not have: then it cannot be said what it gives back. */
  unknown: readonly string[];
};

/** What a refund gives back: shares of the invoice, what was paid and never invoiced, and what was neither. */
export type Match = {
  credited: Share[];
  leftOut: z.infer<typeof leftOutShare>[];
  surplus: number;
};

type Matching = {
  held: readonly Share[];
  /** What was paid and is not on the invoice: in all, and at most for each line. */
  leftOut: { total: number; lines: readonly number[] };
  /** Earlier matches. */
  before: readonly Match[];
};

/**
 * Matches a refund with what is left of the invoice. A refund of named lines gives back first what the invoice leaves out of them, then
 * what it holds of them, then delivery, then what else was left out, then the rest. One that names none gives back what was left out,
 * then something of each rate in proportion to what is left of it. One that names what the order does not have gives back nothing of it.
 */
export function matchRefund({ amount, lines, unknown }: Refund, { held, leftOut, before }: Matching): Match {
  if (unknown.length > 0) return { credited: [], leftOut: [], surplus: amount };
  const match: Match = { credited: [], leftOut: [], surplus: 0 };
  const inAll = (): Match[] => [...before, match];
  let rest = amount;
  const leaveOut = (line: number | null) => {
    const past = inAll().flatMap((each) => each.leftOut);
    const leftInAll = leftOut.total - sumOf(past.map(({ gross }) => gross));
    const ofLine = past.filter((each) => each.line === line).map(({ gross }) => gross);
    const leftOfLine = line === null ? leftInAll : (leftOut.lines[line] ?? 0) - sumOf(ofLine);
    const gross = Math.max(0, Math.min(rest, leftInAll, leftOfLine));
    if (gross > 0) match.leftOut.push({ line, gross });
    rest -= gross;
  };
  const credit = (isMeant: (share: Share) => boolean) => {
    const shares = takeFrom(leftOf(held, inAll()).filter(isMeant), Math.min(rest, leftInAll(held, inAll())));
    for (const share of shares) addShare(match.credited, share);
    rest -= grossOf(shares);
  };
  for (const line of lines ?? []) leaveOut(line);
  if (lines) credit(({ line }) => line !== null && lines.includes(line));
  if (lines) credit(({ line }) => line === null);
  leaveOut(null);
  credit(() => true);
  return { ...match, surplus: rest };
}

export const grossOf = (shares: readonly { gross: number }[]): number =>
  sumOf(shares.map(({ gross }) => gross));

const keyOf = (share: Share) => `${share.line} ${taxKeyOf(share)}`;

/** What is left of each share; never less than nothing, even if a credit note of an earlier release took more. */
function leftOf(held: readonly Share[], matches: readonly Match[]): Share[] {
  const credited = Map.groupBy(
    matches.flatMap((match) => match.credited),
    keyOf,
  );
  return held.map((share) => ({
    ...share,
    gross: Math.max(0, share.gross - grossOf(credited.get(keyOf(share)) ?? [])),
  }));
}

const leftInAll = (held: readonly Share[], matches: readonly Match[]): number =>
  Math.max(0, grossOf(held) - grossOf(matches.flatMap((match) => match.credited)));

/** Takes an amount, or all there is: first from each rate in proportion to what is left of it, then from the shares of that rate. */
function takeFrom(left: readonly Share[], amount: number): Share[] {
  const groups = [...Map.groupBy(left, taxKeyOf).values()];
  const sum = Math.min(amount, grossOf(left));
  return allocate(sum, groups.map(grossOf)).flatMap((ofRate, at) => {
    const own = groups[at] as Share[];
    const parts = allocate(
      ofRate,
      own.map(({ gross }) => gross),
    );
    return own.flatMap((share, index) => {
      const gross = parts[index] ?? 0;
      return gross > 0 ? [{ ...share, gross }] : [];
    });
  });
}

function addShare(shares: Share[], { line, category, rate, gross }: Share): void {
  const existing = shares.find((share) => keyOf(share) === keyOf({ line, category, rate, gross }));
  if (existing) existing.gross += gross;
  else shares.push({ line, category, rate, gross });
}

/**
 * The match of a credit note from before refunds were matched: shares of its own rates, as far as they go. What it credited beyond them
 * stays visible as a share of no line.
 */
export function matchOfNote(
  taxes: readonly (Taxed & { net: number; tax: number })[],
  { held, before }: Pick<Matching, 'held' | 'before'>,
): Match {
  const left = leftOf(held, before);
  const credited: Share[] = [];
  for (const { category, rate, net, tax } of taxes) {
    const own = left.filter((share) => taxKeyOf(share) === taxKeyOf({ category, rate }));
    const shares = takeFrom(own, net + tax);
    const beyond = net + tax - grossOf(shares);
    for (const share of shares) addShare(credited, share);
    if (beyond > 0) addShare(credited, { line: null, category, rate, gross: beyond });
  }
  return { credited, leftOut: [], surplus: 0 };
}
