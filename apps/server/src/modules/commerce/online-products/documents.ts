import { addressOfFile as addressOfOrderFile, findProductFiles } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { type ProductRow, readDocuments } from './read-products.ts';
import type { CodeRef } from './store.ts';

/** Names the area of the addresses, which are signed like those of photos. */
export const fileArea = (userId: string) => `online-products/${userId}`;

/** Where a document of an online product is saved from. */
export const addressOfFile = (
  signer: Deps['signer'],
  { userId, fileId, now }: Owner & { fileId: string },
): string => `${signer.addressOf(fileArea(userId), fileId, now)}/file`;

type Owner = { userId: string; now: Date };
export type ProductDocument = {
  purpose: string;
  objectKey: string;
  bytes: number;
  addressIn(signer: Deps['signer'], owner: Owner): string;
};

/** The documents of a product: its own, and those that came with its order in the place of what it lacks. */
export async function findDocuments(
  db: Deps['db'],
  { userId, code }: CodeRef,
  product?: Pick<ProductRow, 'id'>,
): Promise<ProductDocument[]> {
  const [own, ordered] = await Promise.all([
    product ? readDocuments(db, { userId, productId: product.id }) : [],
    findProductFiles(db, userId, code),
  ]);
  const lacking = ordered.filter(({ purpose }) => !own.some((file) => file.purpose === purpose));
  return [
    ...own.map((file) => ({
      ...file,
      addressIn: (signer: Deps['signer'], owner: Owner) =>
        addressOfFile(signer, { ...owner, fileId: file.id }),
    })),
    ...lacking.map((file) => ({
      ...file,
      addressIn: (signer: Deps['signer'], owner: Owner) =>
        addressOfOrderFile(signer, { ...owner, fileId: file.id }),
    })),
  ];
}
