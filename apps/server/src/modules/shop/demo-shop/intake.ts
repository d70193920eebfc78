import { createHash } from 'node:crypto';
import {
  putProductFile,
  putProductPage,
  saveOnlineProduct,
} from '@keepsake/contracts/creations/online-products';
import { endProject, putProjectPicture, saveProject } from '@keepsake/contracts/creations/projects';
import { putInvoicePdf, saveInvoice } from '@keepsake/contracts/orders/invoices';
import { type KnownOrderEvent, reportOrderEvents } from '@keepsake/contracts/orders/order-events';
import { putOrderFile } from '@keepsake/contracts/orders/order-files';
import { type NewOrder, placeOrder } from '@keepsake/contracts/orders/orders';
import { saveVoucher } from '@keepsake/contracts/orders/vouchers';
import {
  type BodyOf,
  type Endpoint,
  IDEMPOTENCY_HEADER,
  type RequestOf,
} from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { problemBody } from '@keepsake/contracts/platform/problem';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type { core } from 'zod';
import type { VerifyService } from '../../../platform/auth.ts';
import { answerProblem } from '../../../platform/http/answer-problem.ts';
import { acceptOnlyJson } from '../../../platform/http/json-bodies.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import type { Route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { findStoredJson, parseStoredJson } from '../../../platform/stored-json.ts';

/** The intake no longer knows the subject of a call: its customer has left, or it was deleted. Repeating the call changes nothing. */
export class SubjectGone extends Problem {
  constructor(call: string) {
    super('not-found', { detail: `The intake no longer knows what ${call} is about` });
  }
}

/** The shop is ours: it calls in this process, and as often as customers act. */
const spendBudgets = async () => undefined;

/** A project, by the editor's name for it. */
type ProjectRef = { customerId: CustomerId; projectCode: string };
type ProductRef = { customerId: CustomerId; productCode: string };
type InvoiceRef = { customerId: CustomerId; invoiceCode: string };

/** The intake as seen by a shop's or an editor's system. Each call throws `SubjectGone`, or another error if it should be repeated. */
export type Intake = {
  /** Returns the status of the answer. */
  placeOrder(order: NewOrder, idempotencyKey: string): Promise<number>;
  reportEvents(events: readonly KnownOrderEvent[]): Promise<void>;
  putThumbnail(picture: { orderCode: string; productCode: string; content: Buffer }): Promise<void>;
  saveVoucher(code: string, voucher: BodyOf<typeof saveVoucher>): Promise<void>;
  /** Returns whether the customer deleted the project. */
  saveProject(projectCode: string, project: BodyOf<typeof saveProject>): Promise<boolean>;
  putProjectPicture(ref: ProjectRef, content: Buffer): Promise<void>;
  endProject(ended: ProjectRef & { orderCode?: string }): Promise<void>;
  /** Returns the places of the pages whose pictures it lacks, from 1. */
  saveProduct(productCode: string, product: BodyOf<typeof saveOnlineProduct>): Promise<number[]>;
  putProductPage(ref: ProductRef & { place: number }, content: Buffer): Promise<void>;
  putProductPdf(ref: ProductRef, content: Buffer): Promise<void>;
  saveInvoice(ref: InvoiceRef, invoice: RequestOf<typeof saveInvoice>['body'], pdf: Buffer): Promise<void>;
};

type Options = {
  routes(): readonly Route[];
  verifyService: VerifyService;
  /** Bearer token of the demo shop. */
  credential: string;
};

/** The calls of a shop and an editor, over HTTP with the shop's credential. */
export function createIntake(options: Options): Intake {
  const { send, insist } = createClient(options);
  return {
    placeOrder: async (order, key) =>
      (await send(placeOrder, { headers: { [IDEMPOTENCY_HEADER]: key }, body: order })).statusCode,
    async reportEvents(events) {
      await insist(reportOrderEvents, { body: { events } });
    },
    async putThumbnail({ orderCode, productCode, content }) {
      const file = { content, type: 'image/jpeg' };
      await insist(putOrderFile, {
        params: { orderCode, purpose: 'thumbnail' },
        query: { productCode },
        file,
      });
    },
    async saveVoucher(voucherCode, voucher) {
      await insist(saveVoucher, { params: { voucherCode }, body: voucher });
    },
    async saveProject(projectCode, project) {
      const answer = await insist(saveProject, { params: { projectCode }, body: project });
      return bodyOf(saveProject, answer).isDeleted;
    },
    async putProjectPicture({ customerId, projectCode }, content) {
      const file = { content, type: 'image/jpeg' };
      await insist(putProjectPicture, { params: { projectCode }, query: { customerId }, file });
    },
    async endProject({ projectCode, ...query }) {
      await insist(endProject, { params: { projectCode }, query });
    },
    ...productCalls(insist),
    async saveInvoice({ customerId, invoiceCode }, invoice, content) {
      const params = { invoiceCode };
      await insist(saveInvoice, { params, body: invoice });
      const file = { content, type: 'application/pdf' };
      await insist(putInvoicePdf, { params, query: { customerId }, file });
    },
  };
}

function productCalls(
  insist: Client['insist'],
): Pick<Intake, 'saveProduct' | 'putProductPage' | 'putProductPdf'> {
  return {
    async saveProduct(productCode, product) {
      const answer = await insist(saveOnlineProduct, { params: { productCode }, body: product });
      return bodyOf(saveOnlineProduct, answer).missingPages;
    },
    async putProductPage({ customerId, productCode, place }, content) {
      const params = { productCode, place: String(place) };
      const file = { content, type: 'image/jpeg' };
      await insist(putProductPage, { params, query: { customerId }, file });
    },
    async putProductPdf({ customerId, productCode }, content) {
      const params = { productCode, purpose: 'product.pdf' };
      const file = { content, type: 'application/pdf' };
      await insist(putProductFile, { params, query: { customerId }, file });
    },
  };
}

/** What our own intake answered to a call that has an answer. */
function bodyOf<Schema extends core.$ZodType>(
  { name, response }: { name: string; response?: Schema },
  { body }: { body: string },
): core.output<Schema> {
  if (!response) throw new Error(`${name} is answered without a body`);
  return parseStoredJson(response, body, `the intake's answer to ${name}`);
}

type Client = ReturnType<typeof createClient>;

/** Calls a server instance of its own: without the network, and also in a process that serves nobody. */
function createClient({ routes, verifyService, credential }: Options) {
  let server: FastifyInstance | undefined;
  function open(): FastifyInstance {
    const http = Fastify({ routerOptions: { maxParamLength: 2_048 } });
    http.setErrorHandler(answerProblem);
    acceptOnlyJson(http);
    const services = routes().filter(({ endpoint }) => endpoint.access === 'service');
    mountRoutes(http, services, { verifyToken: refuseCustomers, verifyService, spendBudgets });
    return http;
  }
  /** Throws if the call should be repeated, or its subject is gone; answers anything else. */
  async function send(endpoint: Endpoint, call: Call) {
    server ??= open();
    const answer = await server.inject(requestOf(endpoint, call, credential));
    const { statusCode } = answer;
    if (statusCode >= 500 || statusCode === 429) throw new Problem('unavailable');
    // An address that leads nowhere is answered with 404, too, but not by a problem.
    if (statusCode === 404 && findStoredJson(problemBody, answer.body)?.code === 'not-found')
      throw new SubjectGone(endpoint.name);
    return answer;
  }
  /** The same for a call that must succeed. */
  async function insist(endpoint: Endpoint, call: Call) {
    const answer = await send(endpoint, call);
    const { statusCode: status } = answer;
    if (status !== 200 && status !== 204)
      throw new Error(`The intake answered ${endpoint.name} with ${status}`);
    return answer;
  }
  return { send, insist };
}

type Call = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
  file?: { content: Buffer; type: string };
};

function requestOf(
  { method, service, path }: Endpoint,
  { params = {}, query, headers, body, file }: Call,
  credential: string,
): InjectOptions {
  const sha256 = file && createHash('sha256').update(file.content).digest('hex');
  return {
    method,
    url: SERVICE_PATHS[service] + path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    query: { ...query, ...(sha256 && { sha256 }) },
    headers: {
      authorization: `Bearer ${credential}`,
      ...(file && { 'content-type': file.type }),
      ...headers,
    },
    payload: file?.content ?? body,
  };
}

async function refuseCustomers(): Promise<never> {
  throw new Problem('unauthenticated');
}
