import { createTempSelection } from '@keepsake/contracts/creations/print-orders';
import { PRINT_PRODUCT } from '@keepsake/contracts/orders/orders';
import { call } from '#/shared/api/call.ts';

type HandOff = {
  /** Absolute, or a path of this site. Its query is kept. */
  editorUrl: string;
  channel: string;
  /** The page the customer leaves. */
  from: string;
};

/** Stores the selection for the print editor and returns the editor's address. Loaded when photos are first ordered. */
export async function prepareTransfer(
  { photoIds, ...handOff }: HandOff & { photoIds: readonly string[] },
  press: { idempotencyKey: string },
): Promise<string> {
  const body = { photoIds: [...photoIds] };
  const { tempSelectionId } = await call(createTempSelection, { body }, press);
  return editorAddress({ ...handOff, tempSelectionId });
}

/** The address at which the print editor opens a selection, with photo prints preselected [PRT-07, PRT-10]. */
export function editorAddress({
  editorUrl,
  tempSelectionId,
  channel,
  from,
}: HandOff & { tempSelectionId: string }): string {
  const address = new URL(editorUrl, from);
  address.searchParams.set('tempSelectionId', tempSelectionId);
  address.searchParams.set('productCode', PRINT_PRODUCT);
  address.searchParams.set('channel', channel);
  return address.href;
}
