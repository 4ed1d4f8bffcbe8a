// Shows the messages that Swift stores. Reading a message updates the badge in the shell.
'use strict';

const list = /** @type {HTMLElement} */ (document.querySelector('#messages'));
const summary = /** @type {HTMLElement} */ (document.querySelector('#summary'));

/** @param {number} count */
const showUnread = (count) => (summary.textContent = count ? `${count} unread` : 'All read');

/** @param {{ id: number, from: string, subject: string, text: string, isRead: boolean }} message */
function entry(message) {
  const details = document.createElement('details');
  details.className = message.isRead ? 'entry' : 'entry unread';
  const head = document.createElement('summary');
  const subject = document.createElement('b');
  const sender = document.createElement('span');
  const text = document.createElement('p');
  subject.textContent = message.subject;
  sender.textContent = message.from;
  sender.className = 'soft';
  text.textContent = message.text;
  head.append(subject, sender);
  details.append(head, text);
  details.ontoggle = async () => {
    if (!details.open || !details.classList.contains('unread')) return;
    details.classList.remove('unread');
    showUnread(await native.inbox.read(message.id));
  };
  return details;
}

async function show() {
  const messages = await native.inbox.messages();
  list.replaceChildren(...messages.map(entry));
  showUnread(messages.filter(({ isRead }) => !isRead).length);
}
show().catch((error) => (summary.textContent = `The messages have not come: ${error.message}`));
