import type { DueApplicant, DueList } from './late-work-store.ts';

interface Written {
  late: DueList;
  soon: DueList;
  /** The app's public address, without a slash at the end. */
  publicUrl: string;
  shortName: string;
  timeZone: string;
}

/** Replaces line breaks and invisible characters, so that a lender's text adds no lines to the e-mail. */
const oneLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

export function writeMail({ late, soon, publicUrl, shortName, timeZone }: Written) {
  const time = new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'short', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZone },
  });
  const line = ({ id, application_id, portfolio_name, due_at }: DueApplicant) =>
    `- ${oneLine(application_id)}, ${oneLine(portfolio_name)}, due ${time.format(new Date(due_at)).replaceAll('\u202f', ' ')}\n  ${publicUrl}/applicants?view=${id}`;
  const part = (title: string, { count, first }: DueList, filter: string) =>
    count === 0
      ? []
      : [
          `${title} (${count})`,
          ...first.map(line),
          ...(count > first.length ? [`and ${count - first.length} more`] : []),
          `Full list: ${publicUrl}/applicants?due=${filter}`,
          '',
        ];
  return {
    subject: `${shortName} applicants: ${late.count} late, ${soon.count} due within 2 h`,
    text: [
      ...part('Late applicants', late, 'late'),
      ...part('Applicants due within 2 hours of working time', soon, '2h'),
      'You turned these e-mails on in your account. You get at most one an hour.',
      `Turn the e-mails off: ${publicUrl}/account/alerts`,
      '',
    ].join('\n'),
  };
}
