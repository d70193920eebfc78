import type { Channel } from '../../../frame/channels/index.ts';
import { composeInvoice } from './compose-document.ts';
import { drawer } from './draw-apart.ts';
import type { InvoicedOrder } from './read-order.ts';
import { writeCii } from './write-cii.ts';

type Drawn = { order: InvoicedOrder; channel: Channel; number: string; issuedOn: string };

/** The invoice of a paid order, drawn for a shop of ours that reports its own: amounts and pdf. */
export async function drawForShop({ order, channel, number, issuedOn }: Drawn) {
  const document = { ...composeInvoice({ order, channel }), number, issuedOn, dueOn: null };
  const { net, tax, gross, taxes } = document;
  const pdf = await drawer.draw(document, writeCii(document));
  return { net, tax, gross, taxes: taxes.map((part) => ({ ...part, rate: part.rate / 100 })), pdf };
}
