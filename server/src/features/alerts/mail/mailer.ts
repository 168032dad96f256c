import { createTransport } from 'nodemailer';

export interface MailSettings {
  host: string;
  port: number;
  /** Whether the connection uses TLS from the start. If not, uses STARTTLS if the server supports it. */
  isSecure: boolean;
  user: string | undefined;
  password: string | undefined;
  /** Whether STARTTLS is required, so that no password leaves the machine unencrypted. */
  needsTls: boolean;
  from: { name: string; address: string };
}

/** The timeout of each step of an SMTP connection, in ms. */
const smtpTimeout = 10_000;

export interface Mailer {
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
  /** Throws if the server can't be reached, or rejects the password. */
  verify(): Promise<void>;
  close(): void;
}

export function openMailer(
  { host, port, isSecure, user, password, needsTls, from }: MailSettings,
  timeout = smtpTimeout,
): Mailer {
  const transport = createTransport({
    ...{ host, port, secure: isSecure, requireTLS: needsTls },
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    ...{ connectionTimeout: timeout, greetingTimeout: timeout },
    ...{ socketTimeout: timeout, dnsTimeout: timeout },
    // Prevents the library from loading a file or a URL that the e-mail's text names.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        to: { name: '', address: to },
        ...{ from, subject, text },
        // Prevents out-of-office replies, because no one reads replies to these e-mails.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
