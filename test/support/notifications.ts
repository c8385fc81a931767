import request from "supertest";
import type { Response } from "supertest";
import type { Notification } from "../../server/domain/record/notification.ts";

/** What the control API knows of a merchant's notifications. */
export interface NotificationClient {
  list: (query?: string) => Promise<Response>;
  find: (id: string) => Promise<Response>;
  resend: (id: string) => Promise<Response>;
  wait: (body: object) => Promise<Response>;
  /** Those that are delivered or have failed when there are so many, oldest first. */
  settled: (count: number) => Promise<readonly Notification[]>;
}

export function notificationsOf(url: string, merchant: string): NotificationClient {
  const path = `/_sandbox/v1/merchants/${merchant}/notifications`;
  const wait = async (body: object): Promise<Response> => request(url).post(`${path}/wait`).send(body);
  return {
    list: async (query = "") => request(url).get(path + query),
    find: async (id) => request(url).get(`${path}/${id}`),
    resend: async (id) => request(url).post(`${path}/${id}/resend`),
    wait,
    settled: async (count) => {
      const response = await wait({ count });
      if (response.status !== 200) throw new Error(response.text);
      return (response.body as { notifications: readonly Notification[] }).notifications.toReversed();
    },
  };
}
