import { expect, test } from "vitest";
import { deliverNotifications } from "@/lib/notifications/deliver";
import { detectNotifications } from "@/lib/notifications/detect";
import { listNotificationDeliveries } from "@/lib/notifications/queries";
import { notificationLogAddress } from "@/lib/notifications/schema";
import {
  admin,
  context,
  inbox,
  job,
  log,
  mailServer,
  openNotifications,
  sendDue,
  tellAll,
  waitingPayout,
} from "../../support/notification-console";
import { wait } from "../../support/sign-in";

openNotifications();

test("what was lost with its process is sent by the next minute's job", async () => {
  await waitingPayout();
  await context.pool.query("delete from graphile_worker._private_jobs");
  await detectNotifications(job);
  await context.pool.query("delete from graphile_worker._private_jobs");
  wait(context, 60);
  await detectNotifications(job);
  const { rows } = await context.pool.query(
    `select payload from graphile_worker._private_jobs jobs
     join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where tasks.identifier = 'deliver-notifications'`,
  );
  expect(rows).toHaveLength(1);
  await deliverNotifications(job, rows[0].payload);
  expect(inbox).toHaveLength(1);
});

test("a mail server that refuses for now, or refuses the sender, is asked again; a refused address is given up", async () => {
  await waitingPayout();
  mailServer.behaviour.answer = 451;
  await tellAll();
  expect(await log()).toMatchObject([{ state: "waiting", failure: "address_refused 451" }]);
  // Such as a relay whose credentials are wrong: it is no word about an address.
  mailServer.behaviour.answerToSender = 530;
  wait(context, 60);
  await sendDue();
  expect(await log()).toMatchObject([{ state: "waiting", tries: 2, failure: "EENVELOPE 530" }]);
  mailServer.behaviour.answerToSender = 250;
  mailServer.behaviour.answer = 550;
  wait(context, 120);
  await sendDue();
  expect(await log()).toMatchObject([{ state: "failed", failure: "address_refused 550" }]);
});

test("the log has pages that follow each other, shows each delivery once, and counts what failed in seven days", async () => {
  for (const environment of ["sandbox", "production"]) {
    // Two at a time, so that those of one time follow each other by their IDs.
    await context.pool.query(
      `with made as (
         insert into notifications (environment, event, subject, at)
         select '${environment}', 'approval_waiting', 'order:' || n, $1 from generate_series(1, 120) n returning id, subject
       )
       insert into notification_deliveries (notification_id, user_id, state, at)
       select id, (select users.id from users limit 1), 'failed',
         $1::timestamptz - split_part(subject, ':', 2)::int / 2 * interval '4 hours' from made`,
      [admin.now()],
    );
  }
  const seen: { id: string; at: string }[] = [];
  const pages: number[] = [];
  for (let before: string | undefined; pages.length < 10; ) {
    const { deliveries, older, failed } = await listNotificationDeliveries(
      admin,
      before === undefined ? {} : { before },
    );
    expect(failed).toBe(85);
    seen.push(...deliveries);
    pages.push(deliveries.length);
    if (older === null) break;
    expect(notificationLogAddress.parse({ before: older }).before).toBe(older);
    before = older;
  }
  expect(pages).toEqual([50, 50, 20]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
  const times = seen.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
});
