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
  type ResponseOf,
} from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type { VerifyService } from '../../../platform/auth.ts';
import { answerProblem } from '../../../platform/http/answer-problem.ts';
import { acceptOnlyJson } from '../../../platform/http/json-bodies.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import type { Route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';

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

/**
 * Calls the intake over HTTP with the shop's credential, like any shop, at a server instance of its own: without the network, and
 * also in a process that serves nobody.
 */
export function createIntake({ routes, verifyService, credential }: Options): Intake {
  let server: FastifyInstance | undefined;
  function open(): FastifyInstance {
    const http = Fastify({ routerOptions: { maxParamLength: 2_048 } });
    http.setErrorHandler(answerProblem);
    acceptOnlyJson(http);
    const services = routes().filter(({ endpoint }) => endpoint.access === 'service');
    mountRoutes(http, services, { verifyToken: refuseCustomers, verifyService, spendBudgets });
    return http;
  }
  async function send(endpoint: Endpoint, { headers, ...request }: InjectOptions) {
    server ??= open();
    const answer = await server.inject({
      method: endpoint.method,
      url: SERVICE_PATHS[endpoint.service] + endpoint.path,
      headers: { authorization: `Bearer ${credential}`, ...headers },
      ...request,
    });
    const { statusCode } = answer;
    if (statusCode >= 500 || statusCode === 429) throw new Problem('unavailable');
    // An address that leads nowhere is answered with 404, too, but not by a problem.
    if (statusCode === 404 && answer.json<Partial<ProblemBody>>().code === 'not-found')
      throw new SubjectGone(endpoint.name);
    return answer;
  }
  async function insist(endpoint: Endpoint, request: InjectOptions) {
    const answer = await send(endpoint, request);
    const { statusCode: status } = answer;
    if (status !== 200 && status !== 204)
      throw new Error(`The intake answered ${endpoint.name} with ${status}`);
    return answer;
  }
  return {
    async placeOrder(order, key) {
      const headers = { [IDEMPOTENCY_HEADER]: key };
      return (await send(placeOrder, { headers, payload: order })).statusCode;
    },
    async reportEvents(events) {
      await insist(reportOrderEvents, { payload: { events } });
    },
    async putThumbnail({ orderCode, productCode, content }) {
      await insist(putOrderFile, {
        url: fill(putOrderFile, { orderCode, purpose: 'thumbnail' }),
        ...fileOf({ query: { productCode }, content, type: 'image/jpeg' }),
      });
    },
    async saveVoucher(voucherCode, voucher) {
      await insist(saveVoucher, { url: fill(saveVoucher, { voucherCode }), payload: voucher });
    },
    async saveProject(projectCode, project) {
      const url = fill(saveProject, { projectCode });
      const answer = await insist(saveProject, { url, payload: project });
      return answer.json<ResponseOf<typeof saveProject>>().isDeleted;
    },
    async putProjectPicture({ customerId, projectCode }, content) {
      await insist(putProjectPicture, {
        url: fill(putProjectPicture, { projectCode }),
        ...fileOf({ query: { customerId }, content, type: 'image/jpeg' }),
      });
    },
    async endProject({ projectCode, ...query }) {
      await insist(endProject, { url: fill(endProject, { projectCode }), query });
    },
    async saveProduct(productCode, product) {
      const url = fill(saveOnlineProduct, { productCode });
      const answer = await insist(saveOnlineProduct, { url, payload: product });
      return answer.json<ResponseOf<typeof saveOnlineProduct>>().missingPages;
    },
    async putProductPage({ customerId, productCode, place }, content) {
      await insist(putProductPage, {
        url: fill(putProductPage, { productCode, place: String(place) }),
        ...fileOf({ query: { customerId }, content, type: 'image/jpeg' }),
      });
    },
    async putProductPdf({ customerId, productCode }, content) {
      await insist(putProductFile, {
        url: fill(putProductFile, { productCode, purpose: 'product.pdf' }),
        ...fileOf({ query: { customerId }, content, type: 'application/pdf' }),
      });
    },
    async saveInvoice({ customerId, invoiceCode }, invoice, content) {
      await insist(saveInvoice, { url: fill(saveInvoice, { invoiceCode }), payload: invoice });
      await insist(putInvoicePdf, {
        url: fill(putInvoicePdf, { invoiceCode }),
        ...fileOf({ query: { customerId }, content, type: 'application/pdf' }),
      });
    },
  };
}

type SentFile = { query: Record<string, string>; content: Buffer; type: string };

/** The parts of a request that sends a file. */
const fileOf = ({ query, content, type }: SentFile) => ({
  query: { ...query, sha256: createHash('sha256').update(content).digest('hex') },
  headers: { 'content-type': type },
  payload: content,
});

/** The address of a call with its path parameters filled in. */
function fill({ service, path }: Endpoint, params: Record<string, string>): string {
  return SERVICE_PATHS[service] + path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

async function refuseCustomers(): Promise<never> {
  throw new Problem('unauthenticated');
}
