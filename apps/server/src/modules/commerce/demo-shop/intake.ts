import {
  type BodyOf,
  type Endpoint,
  IDEMPOTENCY_HEADER,
  type KnownOrderEvent,
  type NewOrder,
  placeOrder,
  putOrderFile,
  reportOrderEvents,
  SERVICE_PATHS,
  saveVoucher,
} from '@keepsake/contracts';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import type { VerifyService } from '../../../platform/auth.ts';
import { answerProblem } from '../../../platform/http/answer-problem.ts';
import { acceptOnlyJson } from '../../../platform/http/json-bodies.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import type { Route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';

/** The intake as a shop's system knows it. Each call returns a status, or throws when it is to be repeated. */
export type Intake = {
  placeOrder(order: NewOrder, idempotencyKey: string): Promise<number>;
  reportEvents(events: readonly KnownOrderEvent[]): Promise<void>;
  putThumbnail(picture: {
    orderCode: string;
    productCode: string;
    sha256: string;
    content: Buffer;
  }): Promise<void>;
  saveVoucher(code: string, voucher: BodyOf<typeof saveVoucher>): Promise<void>;
};

type Options = {
  routes(): readonly Route[];
  verifyService: VerifyService;
  /** Bearer token of the demo shop. */
  credential: string;
};

/**
 * Calls the intake over HTTP with the shop's credential, as any shop does, at a door of its own: without the network, and
 * also in a process that serves nobody.
 */
export function createIntake({ routes, verifyService, credential }: Options): Intake {
  let door: FastifyInstance | undefined;
  function open(): FastifyInstance {
    const http = Fastify({ routerOptions: { maxParamLength: 2_048 } });
    http.setErrorHandler(answerProblem);
    acceptOnlyJson(http);
    const services = routes().filter(({ endpoint }) => endpoint.access === 'service');
    mountRoutes(http, services, { verifyToken: refuseCustomers, verifyService });
    return http;
  }
  async function send(endpoint: Endpoint, { headers, ...request }: InjectOptions): Promise<number> {
    door ??= open();
    const { statusCode } = await door.inject({
      method: endpoint.method,
      url: SERVICE_PATHS[endpoint.service] + endpoint.path,
      headers: { authorization: `Bearer ${credential}`, ...headers },
      ...request,
    });
    if (statusCode >= 500 || statusCode === 429) throw new Problem('unavailable');
    return statusCode;
  }
  async function insist(endpoint: Endpoint, request: InjectOptions): Promise<void> {
    const status = await send(endpoint, request);
    if (status !== 200) throw new Error(`The intake answered ${endpoint.name} with ${status}`);
  }
  return {
    placeOrder: (order, key) => send(placeOrder, { headers: { [IDEMPOTENCY_HEADER]: key }, payload: order }),
    reportEvents: (events) => insist(reportOrderEvents, { payload: { events } }),
    async putThumbnail({ orderCode, productCode, sha256, content }) {
      const url = putOrderFile.path.replace('{orderCode}', orderCode).replace('{purpose}', 'thumbnail');
      await insist(putOrderFile, {
        url: SERVICE_PATHS[putOrderFile.service] + url,
        query: { productCode, sha256 },
        headers: { 'content-type': 'image/jpeg' },
        payload: content,
      });
    },
    async saveVoucher(code, voucher) {
      const url = SERVICE_PATHS[saveVoucher.service] + saveVoucher.path.replace('{voucherCode}', code);
      await insist(saveVoucher, { url, payload: voucher });
    },
  };
}

async function refuseCustomers(): Promise<never> {
  throw new Problem('unauthenticated');
}
