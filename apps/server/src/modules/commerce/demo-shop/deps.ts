import type { NewOrder } from '@keepsake/contracts';

export type Deps = {
  /** ISO 4217 of a channel's prices; null for an unknown channel. */
  currencyOf(channel: string): string | null;
  /** What is left of a selection of the customer. Throws `not-found` once it has expired. */
  openSelection(userId: string, selectionId: string): Promise<string[]>;
  /** Passes an order on as a shop system does: over HTTP, with the shop's credential. */
  sendOrder(order: NewOrder, idempotencyKey: string): Promise<{ status: number }>;
};
