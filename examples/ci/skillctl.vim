" Shows what skillctl lint finds in the SKILL.md that is being edited, in the
" location list, without saving it: the text goes to standard input.
"
" Put it into ~/.vim/plugin (Neovim: ~/.config/nvim/plugin). :SkillLint runs it
" by hand.

let s:form = '::%trror file=%f\,line=%l\,col=%c\,%.%#::%m'
      \ . ',::%tarning file=%f\,line=%l\,col=%c\,%.%#::%m'
      \ . ',::%totice file=%f\,line=%l\,col=%c\,%.%#::%m'
      \ . ',%-G%.%#'

function! s:Lint() abort
  let l:command = 'skillctl lint --quiet --format github --stdin-path ' . shellescape(expand('%')) . ' -'
  let l:lines = map(systemlist(l:command, bufnr('%')), {_, line -> substitute(line, '%0A', '; ', 'g')})
  call setloclist(0, [], ' ', {'title': 'skillctl lint', 'lines': l:lines, 'efm': s:form})
  lwindow
endfunction

command! SkillLint call s:Lint()

augroup skillctl
  autocmd!
  autocmd BufReadPost,BufWritePost SKILL.md call s:Lint()
augroup END
