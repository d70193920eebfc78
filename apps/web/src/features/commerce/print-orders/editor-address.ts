import { PRINT_PRODUCT } from '@keepsake/contracts';

type HandOff = {
  /** Absolute, or a path of this site; what its query says already stays. */
  editorUrl: string;
  tempSelectionId: string;
  channel: string;
  /** The page that the customer leaves. */
  from: string;
};

/** Where the print editor opens a selection, with photo prints chosen already [PRT-07, PRT-10]. */
export function editorAddress({ editorUrl, tempSelectionId, channel, from }: HandOff): string {
  const address = new URL(editorUrl, from);
  address.searchParams.set('tempSelectionId', tempSelectionId);
  address.searchParams.set('productCode', PRINT_PRODUCT);
  address.searchParams.set('channel', channel);
  return address.href;
}
