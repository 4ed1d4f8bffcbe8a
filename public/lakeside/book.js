// Selects the room that the link names.
'use strict';

const room = new URLSearchParams(location.search).get('room');
if (room) for (const field of document.querySelectorAll('select')) field.value = room;
