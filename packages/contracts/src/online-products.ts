import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, flag, id, instant, label, offset, rowsUpTo } from './fields.ts';

/** Online products of a page of the list, and of a call unless told. */
export const ONLINE_PRODUCTS_PAGE_SIZE = 12;
/** Pages of one online product, covers among them; a spread counts once. */
export const MAX_PRODUCT_PAGES = 500;
/** Largest picture of a page, in bytes. */
export const MAX_PAGE_PICTURE_BYTES = 40 * 1024 * 1024;
/** Largest pdf of a product, in bytes. */
export const MAX_PRODUCT_FILE_BYTES = 300 * 1024 * 1024;

/** What it is: only the pages of a book lie beside one another. */
export const PRODUCT_KINDS = ['book', 'calendar', 'card', 'other'] as const;
/**
 * What a picture shows. A spread is two pages in one picture. Covers have no number; pages are counted from 1, a spread as
 * two. In a book even pages lie on the left.
 */
export const PAGE_KINDS = ['front-cover', 'page', 'spread', 'back-cover'] as const;
/** [PDT-02, PDT-04] What was printed, and the map that belongs to it. */
export const PRODUCT_FILE_PURPOSES = ['product.pdf', 'map.pdf'] as const;
export type ProductFilePurpose = (typeof PRODUCT_FILE_PURPOSES)[number];

const service = 'products';
const access = 'service';
const scope = 'products';
const params = z.object({ productCode: code });
/** Of the content, in hexadecimal digits. */
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const edge = z.int().check(z.minimum(1), z.maximum(100_000));
const millimetres = z.int().check(z.minimum(1), z.maximum(10_000));

/** The size of a page that is looked at, in millimetres. */
const format = z.strictObject({ width: millimetres, height: millimetres });

/**
 * Says what an online product is and which pages it has; their pictures and its pdf come after it. The code is that of a
 * product of an order or the shop's own; a customer has each once. The newest version counts: one that is known changes
 * nothing, an earlier one neither; another content under a known version, or a product of another service, is a 409.
 * 404 when the customer is unknown.
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
    customerId: id,
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
    /** Raised with each change. */
    version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    kind: z.enum(PRODUCT_KINDS),
    /** The customer's own name for it. */
    title: z.optional(label),
    /** What it is, in words: 'Photo book, 28 × 21 cm'. */
    product: z.optional(label),
    format: z.optional(format),
    /** The order that it is a product of, which may come later. */
    orderCode: z.optional(code),
    /** When it was made; now, when absent. */
    createdAt: z.optional(instant),
    /** As they follow each other, with the measures of their pictures in pixels or any other unit: the ratio counts. */
    pages: z
      .array(z.strictObject({ kind: z.enum(PAGE_KINDS), width: edge, height: edge }))
      .check(z.minLength(1), z.maxLength(MAX_PRODUCT_PAGES)),
  }),
  response: z.object({
    productId: id,
    /** The newest that is kept. */
    version: count,
    /** Places of the pages whose picture has not come, from 1. */
    missingPages: z.array(count),
  }),
});

/**
 * Keeps the picture of a page in the place of the one before it; the same picture again changes nothing. 404 for a product or
 * a page that is not known (yet), 400 when the content has another SHA-256 than said, 422 `not-a-photo`.
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
    /** Of the page among `pages`, from 1. */
    place: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number)),
  }),
  query: z.object({ customerId: id, sha256 }),
  file: {
    types: ['image/jpeg', 'image/png', 'image/heic', 'application/octet-stream'],
    maxBytes: MAX_PAGE_PICTURE_BYTES,
  },
  response: z.object({ fileId: id }),
});

/** Keeps a pdf of a product in the place of the one before it; the same file again changes nothing. 422 `not-a-pdf`. */
export const putProductFile = endpoint({
  name: 'putProductFile',
  service,
  method: 'PUT',
  path: '/online-products/{productCode}/files/{purpose}',
  access,
  scope,
  params: z.object({ productCode: code, purpose: z.enum(PRODUCT_FILE_PURPOSES) }),
  query: z.object({ customerId: id, sha256 }),
  file: { types: ['application/pdf', 'application/octet-stream'], maxBytes: MAX_PRODUCT_FILE_BYTES },
  response: z.object({ fileId: id, bytes: count }),
});

/** Ends an online product with all its pictures and files. An unknown one is ended already. */
export const endOnlineProduct = endpoint({
  name: 'endOnlineProduct',
  service,
  method: 'DELETE',
  path: '/online-products/{productCode}',
  access,
  scope,
  params,
  query: z.object({ customerId: id }),
});

const productFacts = {
  code: z.string(),
  channel: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  title: z.nullable(z.string()),
  product: z.nullable(z.string()),
  format: z.nullable(format),
  createdAt: instant,
  /** The order that it is a product of, if the customer has it. */
  orderCode: z.nullable(z.string()),
};

const productPage = z.object({
  kind: z.enum(PAGE_KINDS),
  /** Only their ratio counts. */
  width: count,
  height: count,
  /** Base64; null as long as there is no picture. */
  thumbhash: z.nullable(z.string()),
  hasPicture: z.boolean(),
  /** Append `/300`, `/800`, `/1300` or `/2600`; null without a picture, and unless addresses are asked for. */
  pictureUrl: z.nullable(z.string()),
});
export type ProductPage = z.infer<typeof productPage>;

const onlineProduct = z.object({
  ...productFacts,
  /** Without covers; a spread counts as two. */
  pagesCount: count,
  /** The first page; null for what has no pages to look at. */
  cover: z.nullable(productPage),
});
export type OnlineProduct = z.infer<typeof onlineProduct>;

/** The customer's online products, those made last first. */
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
  ...productFacts,
  pagesCount: count,
  pages: z.array(productPage),
  files: z.array(
    z.object({
      purpose: z.enum(PRODUCT_FILE_PURPOSES),
      bytes: count,
      /** Where it is saved from, for a day; null unless addresses are asked for. */
      url: z.nullable(z.string()),
    }),
  ),
});
export type WholeProduct = z.infer<typeof wholeProduct>;

/** [PDT-01, PDT-02] A product with its pages and files: an online product, or a product of an order that files came for. */
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
});

/** [PDT-03] The pdf of a product, whole or the range that is asked for. 404 when there is none. */
export const getProductPdf = endpoint({
  name: 'getProductPdf',
  service,
  method: 'GET',
  path: '/v1/pdf/me/{productCode}',
  params,
  download: 'application/pdf',
});

const mapPdf = z.object({
  /** Of the product that it belongs to. */
  productCode: z.string(),
  /** The customer's own name for the product, or what it is. */
  title: z.nullable(z.string()),
  createdAt: instant,
  bytes: count,
  /** Where it is saved from, for a day. */
  url: z.string(),
});
export type MapPdf = z.infer<typeof mapPdf>;

/** [PDT-04] The customer's map pdfs, those that came last first, up to a hundred. */
export const getMapPdfs = endpoint({
  name: 'getMapPdfs',
  service,
  method: 'GET',
  path: '/v1/Pdfs/me',
  response: z.object({ items: z.array(mapPdf) }),
});
