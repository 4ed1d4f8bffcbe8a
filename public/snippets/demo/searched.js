'use strict';
{
  const query = new URLSearchParams(location.search).get('query');
  const line = document.querySelector('#searched');
  line.hidden = !query;
  line.textContent = `Nothing was found for “${query}”.`;
}
