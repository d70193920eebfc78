import { createHash, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type APIRequestContext, expect } from '@playwright/test';
import { SHOP_TOKEN } from './shop-token.ts';

const authorization = `Bearer ${SHOP_TOKEN}`;

/** The retailer's editor, in which a customer works on one project. */
export function createEditor(asking: APIRequestContext, customerId: CustomerId) {
  const address = `/api/projects/projects/E2E-${randomUUID().slice(0, 8)}`;
  let version = 0;
  return {
    async save(project: object) {
      version += 1;
      const data = { customerId, channel: 'pennyfern', version, continueUrl: '/help/products', ...project };
      const answer = await asking.put(address, { headers: { authorization }, data });
      expect(answer.status(), await answer.text()).toBe(200);
    },
    async showPicture(content: Buffer) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const headers = { authorization, 'content-type': 'image/jpeg' };
      const query = `customerId=${customerId}&sha256=${sha256}`;
      const answer = await asking.put(`${address}/picture?${query}`, { headers, data: content });
      expect(answer.status(), await answer.text()).toBe(200);
    },
  };
}
