import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import {
  code,
  count,
  flag,
  id,
  instant,
  label,
  offset,
  rowsUpTo,
  sha256,
  version,
} from '../platform/fields.ts';
import { customerIdSchema } from '../platform/ids.ts';
import { sentInstant } from '../platform/sent-instant.ts';

/** Default page size, in online products. */
export const ONLINE_PRODUCTS_PAGE_SIZE = 12;
/** Maximum pages of an online product, including covers; a spread counts once. */
export const MAX_PRODUCT_PAGES = 500;
/** Maximum size of a page's picture, in bytes. */
export const MAX_PAGE_PICTURE_BYTES = 40 * 1024 * 1024;
/** Maximum size of a product's PDF, in bytes. */
export const MAX_PRODUCT_FILE_BYTES = 300 * 1024 * 1024;

/** Kind of product: only the pages of a book face each other. */
export const PRODUCT_KINDS = ['book', 'calendar', 'card', 'other'] as const;
/**
 * What a picture shows. A spread is two pages in one picture. Covers have no number; pages are numbered from 1, and a spread
 * counts as two. Even pages of a book are on the left.
 */
export const PAGE_KINDS = ['front-cover', 'page', 'spread', 'back-cover'] as const;
/** [PDT-02, PDT-04] The PDF that was printed, and the map that belongs to it. */
export const PRODUCT_FILE_PURPOSES = ['product.pdf', 'map.pdf'] as const;
export type ProductFilePurpose = (typeof PRODUCT_FILE_PURPOSES)[number];

const service = 'products';
const access = 'service';
const scope = 'products';
const params = z.object({ productCode: code });
const edge = z.int().check(z.minimum(1), z.maximum(100_000));
const millimetres = z.int().check(z.minimum(1), z.maximum(10_000));

/** Size of a displayed page, in millimetres. */
const format = z.strictObject({ width: millimetres, height: millimetres });
export type PageFormat = z.infer<typeof format>;

/** Width and height of the picture may be in any unit, since only their ratio counts. */
const describedPage = z.strictObject({ kind: z.enum(PAGE_KINDS), width: edge, height: edge });
export type DescribedPage = z.infer<typeof describedPage>;

/**
 * Saves an online product and the list of its pages; their pictures and its PDF follow separately. The code is that of a
 * product of an order or the shop's own, unique per customer. The newest version counts: known and earlier versions change
 * nothing. 409 for different content under a known version, and for a product of another service. 404 when the customer is
 * unknown.
 */
export const saveOnlineProduct = endpoint({
  name: 'saveOnlineProduct',
  service,
  method: 'PUT',
  path: '/online-products/{productCode}',
  access,
  scope,
  params,
  body: z.strictObject({
    customerId: customerIdSchema,
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
    version,
    kind: z.enum(PRODUCT_KINDS),
    /** The customer's own title for it. */
    title: z.optional(label),
    /** Description of the product: 'Photo book, 28 × 21 cm'. */
    product: z.optional(label),
    format: z.optional(format),
    /** The order it belongs to, which may arrive later. */
    orderCode: z.optional(code),
    /** When it was made; defaults to now. */
    createdAt: z.optional(sentInstant),
    /** In order. */
    pages: z.array(describedPage).check(z.minLength(1), z.maxLength(MAX_PRODUCT_PAGES)),
  }),
  response: z.object({
    productId: id,
    /** The newest stored version. */
    version: count,
    /** Positions, from 1, of the pages whose picture is still missing. */
    missingPages: z.array(count),
  }),
  problems: ['conflict'],
  sample: ({ productCode, customerId, channel }) => ({
    params: { productCode },
    body: { customerId, channel, version: 2, kind: 'book', pages: [{ kind: 'page', width: 4, height: 3 }] },
  }),
});

/**
 * Stores the picture of a page, replacing the previous one; the same picture again changes nothing. 404 for a product or page
 * that is not known (yet), 400 when the content does not match the given SHA-256, 422 `not-a-photo`.
 */
export const putProductPage = endpoint({
  name: 'putProductPage',
  service,
  method: 'PUT',
  path: '/online-products/{productCode}/pages/{place}',
  access,
  scope,
  params: z.object({
    productCode: code,
    /** Position of the page among `pages`, from 1. */
    place: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number)),
  }),
  query: z.object({ customerId: customerIdSchema, sha256 }),
  file: {
    types: ['image/jpeg', 'image/png', 'image/heic', 'application/octet-stream'],
    maxBytes: MAX_PAGE_PICTURE_BYTES,
  },
  response: z.object({ fileId: id }),
  problems: ['not-a-photo'],
  sample: ({ productCode, customerId, pictureSha256 }) => ({
    params: { productCode, place: '1' },
    query: { customerId, sha256: pictureSha256 },
  }),
});

/** Stores a PDF of a product, replacing the previous one; the same file again changes nothing. 422 `not-a-pdf`. */
export const putProductFile = endpoint({
  name: 'putProductFile',
  service,
  method: 'PUT',
  path: '/online-products/{productCode}/files/{purpose}',
  access,
  scope,
  params: z.object({ productCode: code, purpose: z.enum(PRODUCT_FILE_PURPOSES) }),
  query: z.object({ customerId: customerIdSchema, sha256 }),
  file: { types: ['application/pdf', 'application/octet-stream'], maxBytes: MAX_PRODUCT_FILE_BYTES },
  response: z.object({ fileId: id, bytes: count }),
  problems: ['not-a-pdf'],
  sample: ({ productCode, customerId, pdfSha256 }) => ({
    params: { productCode, purpose: 'product.pdf' },
    query: { customerId, sha256: pdfSha256 },
  }),
});

/** Deletes an online product with all its pictures and files. Succeeds for an unknown one. */
export const endOnlineProduct = endpoint({
  name: 'endOnlineProduct',
  service,
  method: 'DELETE',
  path: '/online-products/{productCode}',
  access,
  scope,
  params,
  query: z.object({ customerId: customerIdSchema }),
  sample: ({ productCode, customerId }) => ({ params: { productCode }, query: { customerId } }),
});

const productFields = {
  code: z.string(),
  channel: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  title: z.nullable(z.string()),
  product: z.nullable(z.string()),
  format: z.nullable(format),
  createdAt: instant,
  /** The order it belongs to, if it is the customer's. */
  orderCode: z.nullable(z.string()),
};

const productPage = z.object({
  kind: z.enum(PAGE_KINDS),
  /** Only the ratio of width and height counts. */
  width: count,
  height: count,
  /** Base64; null until there is a picture. */
  thumbhash: z.nullable(z.string()),
  hasPicture: z.boolean(),
  /** Append `/300`, `/800`, `/1300` or `/2600`; null without a picture, and unless addresses are requested. */
  pictureUrl: z.nullable(z.string()),
});
export type ProductPage = z.infer<typeof productPage>;

const onlineProduct = z.object({
  ...productFields,
  /** Without covers; a spread counts as two. */
  pagesCount: count,
  /** The first page; null for a product without pages to show. */
  cover: z.nullable(productPage),
});
export type OnlineProduct = z.infer<typeof onlineProduct>;

/** The customer's online products, most recently made first. */
export const getOnlineProducts = endpoint({
  name: 'getOnlineProducts',
  service,
  method: 'GET',
  path: '/v1/Products',
  query: z.object({
    offset: z._default(offset, 0),
    limit: rowsUpTo(100, ONLINE_PRODUCTS_PAGE_SIZE),
  }),
  response: z.object({ items: z.array(onlineProduct), total: count }),
});

const wholeProduct = z.object({
  ...productFields,
  pagesCount: count,
  pages: z.array(productPage),
  files: z.array(
    z.object({
      purpose: z.enum(PRODUCT_FILE_PURPOSES),
      bytes: count,
      /** Download address, valid for a day; null unless addresses are requested. */
      url: z.nullable(z.string()),
    }),
  ),
});
export type WholeProduct = z.infer<typeof wholeProduct>;

/** [PDT-01, PDT-02] A product with its pages and files: an online product, or an ordered product for which files were sent. */
export const getProduct = endpoint({
  name: 'getProduct',
  service,
  method: 'GET',
  path: '/v1/Products/{productCode}',
  params,
  query: z.object({
    extendResponseCommand: z._default(z.enum(['none']), 'none'),
    extendResponseWithUrls: z._default(flag, false),
  }),
  response: wholeProduct,
  sample: ({ productCode }) => ({ params: { productCode }, query: { extendResponseWithUrls: true } }),
});

/** [PDT-03] The PDF of a product, whole or as a byte range. 404 when there is none. */
export const getProductPdf = endpoint({
  name: 'getProductPdf',
  service,
  method: 'GET',
  path: '/v1/pdf/me/{productCode}',
  params,
  download: 'application/pdf',
  sample: ({ productCode }) => ({ params: { productCode } }),
});

const mapPdf = z.object({
  /** Code of the product it belongs to. */
  productCode: z.string(),
  /** The customer's own title for the product, or else its description. */
  title: z.nullable(z.string()),
  createdAt: instant,
  bytes: count,
  /** Download address, valid for a day. */
  url: z.string(),
});
export type MapPdf = z.infer<typeof mapPdf>;

/** [PDT-04] The customer's map PDFs, most recent first, at most 100. */
export const getMapPdfs = endpoint({
  name: 'getMapPdfs',
  service,
  method: 'GET',
  path: '/v1/Pdfs/me',
  response: z.object({ items: z.array(mapPdf) }),
});
